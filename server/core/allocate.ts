/** Divides fen by weight so that the parts add up to the whole: each is what the weights so far come to, less the parts before. */
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

/** The fen that `part` of `whole` come to, rounded down. The product may pass what a double holds exactly. */
export const shareOf = (total: number, part: number, whole: number): number =>
  Number((BigInt(total) * BigInt(part)) / BigInt(whole))
