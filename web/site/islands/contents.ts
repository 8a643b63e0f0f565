/** Highlights the heading being read in the table of contents. */
export function followReading(contents: HTMLElement): void {
  const links = [...contents.querySelectorAll<HTMLAnchorElement>('a')]
  const headings = links.flatMap(link => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? [])
  const mark = () => {
    const passed = headings.findLastIndex(heading => heading.getBoundingClientRect().top < innerHeight * 0.3)
    links.forEach((link, index) => {
      link.classList.toggle('here', index === Math.max(0, passed))
    })
  }
  document.body.addEventListener('scroll', mark, { passive: true })
  mark()
}
