/**
 * Returns the headings of the page whose last line is one character, with or without punctuation. It runs in the page, so it must
 * be self-contained.
 */
export function loneCharacters(): string[] {
  const found: string[] = []
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, summary, legend, figcaption')) {
    if (!heading.checkVisibility()) continue
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
    let [lines, last, bottom] = [0, '', Number.NEGATIVE_INFINITY]
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (let index = 0; index < (node.textContent?.length ?? 0); index += 1) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const box = range.getBoundingClientRect()
        const character = node.textContent?.[index] ?? ''
        if (!box.width || !character.trim()) continue
        // A character that begins below the middle of the line before it begins a line.
        if (box.top + box.height / 2 > bottom) {
          lines += 1
          last = ''
          bottom = box.bottom
        }
        last += character
      }
    if (lines > 1 && last.replaceAll(/[\p{P}\p{S}]/gu, '').length === 1) found.push(heading.textContent?.trim() ?? '')
  }
  return found
}
