/** Divides fen by weight such that the parts add up to the whole: each is the cumulative share minus the previous parts. */
export function allocate(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let [before, passed] = [0, 0]
  return weights.map(weight => {
    passed += weight
    const until = sum ? shareOf(total, passed, sum) : 0
    const part = until - before
    before = until
    return part
  })
}

/** Returns the fen of `part` in `whole`, rounded down. The product may exceed what a double holds exactly. */
export const shareOf = (total: number, part: number, whole: number): number =>
  Number((BigInt(total) * BigInt(part)) / BigInt(whole))
