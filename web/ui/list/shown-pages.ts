/** Pages that are named before and after the present one. */
const around = 2

/** Returns the numbers of pages to offer: the first and the last, those around the present one, and steps over those between. */
export function shownPages(current: number, last: number): (number | 'back' | 'forth')[] {
  const width = 2 * around + 1
  const from = Math.max(1, Math.min(current - around, last - width + 1))
  const to = Math.min(last, Math.max(current + around, width))
  const middle = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const before = from === 1 ? [] : from === 2 ? [1] : [1, 'back' as const]
  const after = to === last ? [] : to === last - 1 ? [last] : ['forth' as const, last]
  return [...before, ...middle, ...after]
}
