/** The number of pages offered before and after the current one. */
const around = 2

/** Returns the page numbers to offer: the first and the last, those around the current one, and steps over the gaps. */
export function shownPages(current: number, last: number): (number | 'back' | 'forth')[] {
  const width = 2 * around + 1
  const from = Math.max(1, Math.min(current - around, last - width + 1))
  const to = Math.min(last, Math.max(current + around, width))
  const middle = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const before = from === 1 ? [] : from === 2 ? [1] : [1, 'back' as const]
  const after = to === last ? [] : to === last - 1 ? [last] : ['forth' as const, last]
  return [...before, ...middle, ...after]
}
