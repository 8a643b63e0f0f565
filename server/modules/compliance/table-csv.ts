import { csvLine } from '#contract/spreadsheet.ts'
import { firstKey } from './contents.sql.ts'
import type { Handles, Table } from './tables.ts'

const batch = 1_000

/** Writes a table as CSV with the mark by which Excel recognizes UTF-8; `count` is called for each row. */
export async function* csvOf(
  { titles, words = {}, read }: Table,
  handles: Handles,
  count: (rows: number) => void,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${csvLine(titles)}\r\n`)
  const wordsOf = titles.map(title => words[title])
  const inWords = (text: string, column: number) => wordsOf[column]?.(text) ?? text
  const page = read(handles)
  for (let after = firstKey; ; ) {
    const rows = await page(after, batch)
    count(rows.length)
    if (rows.length) yield Buffer.from(rows.map(({ cells }) => `${csvLine(cells.map(inWords))}\r\n`).join(''))
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.key
  }
}
