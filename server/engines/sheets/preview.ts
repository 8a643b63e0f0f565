interface Checked {
  problems: readonly string[]
}

/** The number up to which good rows fill a preview. */
const previewedRows = 200

/** Separates good rows from bad ones. A preview lists all bad ones, because they must be corrected, and the first good ones. */
export function previewOf<Row extends Checked>(rows: readonly Row[]): { good: Row[]; bad: Row[]; listed: Row[] } {
  const good = rows.filter(({ problems }) => !problems.length)
  const bad = rows.filter(({ problems }) => problems.length)
  return { good, bad, listed: [...bad, ...good].slice(0, Math.max(bad.length, previewedRows)) }
}
