/** Returns the edit distance of two names: letters changed, added, removed or swapped. */
export function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row++) {
    const [last = [], beforeLast = []] = [rows[row - 1], rows[row - 2]]
    const costs = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      costs.push(
        Math.min(
          (costs[column - 1] ?? 0) + 1,
          (last[column] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    rows.push(costs)
  }
  return rows[one.length]?.[other.length] ?? 0
}

/** Returns the name that was probably meant: one that differs in at most two letters. Short names are left alone. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const most = typed.length >= 8 ? 2 : 1
  return typed.length < 6
    ? undefined
    : names.find(
        // Every start compares each environment variable with each setting, and most differ by their length alone.
        name => Math.abs(name.length - typed.length) <= most && distance(typed, name) <= most,
      )
}
