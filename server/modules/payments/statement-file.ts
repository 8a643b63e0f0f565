import { statementRows } from '#contract/operations/sales-names.ts'
import { type CsvRow, decodeChinese, parseCsv } from '#server/core/csv.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sniff } from '#server/engines/files/file-types.ts'
import { isWorkbook, readFirstSheet } from '#server/engines/sheets/sheets.ts'

/** A row of the file as texts, with the line number that an editor or Excel shows for it. */
export interface FileRow extends CsvRow {
  /** A cell of it is computed, so its value was chosen by whatever program saved the file last. */
  computed: boolean
}

/** Banks write some lines about the account above the table. */
export const linesAbove = 20

/**
 * Reads the rows of a bank statement: the first sheet of an XLSX, or CSV in UTF-8 or in the encoding of Chinese Windows, once as
 * separated by commas and once by tabs. Throws -53202 when it is neither, and -53203 when it has too many rows. The workbooks of one
 * owner wait for each other.
 */
export async function tablesOfFile(owner: string, content: Buffer): Promise<FileRow[][]> {
  if (!isWorkbook(content)) {
    const text = textOf(content)
    return [',', '\t'].map(separator => parseCsv(text, separator).map(row => ({ ...row, computed: false })))
  }
  const reading = await readFirstSheet(owner, content, statementRows + linesAbove, { times: true })
  if ('problem' in reading) throw reading.problem === 'too many rows' ? tooManyRows() : new Refusal(-53202)
  const computed = new Set(reading.formulaRows)
  return [reading.rows.map((cells, index) => ({ line: index + 1, cells, computed: computed.has(index + 1) }))]
}

export const tooManyRows = () => new Refusal(-53203, `一次最多 ${statementRows} 行，请分成几份`)

function textOf(content: Buffer): string {
  const text = sniff(content) || content.includes(0) ? undefined : decodeChinese(content)
  if (text === undefined) throw new Refusal(-53202)
  return text
}
