/** Scrolls a strip sideways until a part of it is in the middle. Unlike `scrollIntoView`, this never scrolls the page. */
export function scrollAcross(strip: Element, part: Element): void {
  const [shown, wanted] = [strip.getBoundingClientRect(), part.getBoundingClientRect()]
  strip.scrollLeft += wanted.left + wanted.width / 2 - (shown.left + shown.width / 2)
}
