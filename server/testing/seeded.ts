/** Returns numbers from 0 up to a limit, the limit excluded: the same ones for the same seed (mulberry32). */
export function seededNumbers(seed: number): (limit: number) => number {
  let state = seed
  return limit => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** Returns the items in another order, drawn from such numbers. */
export function shuffled<Item>(items: readonly Item[], numbers: (limit: number) => number): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(numbers(left.length), 1))
}
