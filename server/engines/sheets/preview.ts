interface Checked {
  problems: readonly string[]
}

/** The good rows of a preview fill it up to this number. */
const previewedRows = 200

/** Tells good rows from bad ones. A preview lists every bad one, because somebody has to correct it, and then the first good ones. */
export function previewOf<Row extends Checked>(rows: readonly Row[]): { good: Row[]; bad: Row[]; listed: Row[] } {
  const good = rows.filter(({ problems }) => !problems.length)
  const bad = rows.filter(({ problems }) => problems.length)
  return { good, bad, listed: [...bad, ...good].slice(0, Math.max(bad.length, previewedRows)) }
}
