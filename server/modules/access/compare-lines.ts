type Lines = ReadonlyMap<string, string>

export const nothing: readonly string[] = []

/** Compares two values that many people share only once for all of them. */
export function eachPairOnce<One extends object>(
  compare: (one: One, lines: Lines) => readonly string[],
): (one: One, lines: Lines) => readonly string[] {
  const known = new Map<One, Map<Lines, readonly string[]>>()
  return (one, lines) => {
    let against = known.get(one)
    if (!against) {
      against = new Map()
      known.set(one, against)
    }
    let found = against.get(lines)
    if (!found) {
      found = compare(one, lines)
      against.set(lines, found)
    }
    return found
  }
}

export const missingIn = (lines: Lines, others: Lines): readonly string[] =>
  lines === others ? nothing : [...lines.keys()].filter(id => !others.has(id))

/** Returns the lines in both that may be used at different times. */
export const retimedIn = (lines: Lines, others: Lines): readonly string[] =>
  [...lines].flatMap(([id, times]) => {
    const other = others.get(id)
    return other === undefined || other === times ? [] : [id]
  })

/** Returns the lines that the person had no right to before, whether usable then or not. */
export const notAmong = (ids: readonly string[], lines: Lines): readonly string[] => ids.filter(id => !lines.has(id))
