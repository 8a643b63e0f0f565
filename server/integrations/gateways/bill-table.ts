import { decodeChinese, parseCsv } from '#server/core/csv.ts'
import { parseYuan } from '#server/core/yuan.ts'
import { GatewayFailure } from './gateway-failure.ts'

/** Reads one cell of a row by its heading. */
type ReadCell = (heading: string) => string

interface BillTable {
  rows: ReadCell[]
  /** The rows below the table: the sums. */
  below: string[][]
}

interface Shape {
  /** The gateway's name for error messages. */
  name: string
  headings: readonly string[]
  /** The beginning of the first line after the rows. */
  end: string
}

/** Gateways append a tab to a value, or prefix it with a backtick, so that spreadsheets leave its digits alone. */
const plain = (cell: string) => cell.trim().replace(/^`/, '').trim()

/**
 * Reads the table in a gateway's bill; undefined when the text has no such headings. Throws GatewayFailure when a row has
 * other columns or the end is missing, so that a damaged bill is never taken for a shorter one.
 */
export function readBillTable(content: Uint8Array, { name, headings, end }: Shape): BillTable | undefined {
  const lines = parseCsv(decodeChinese(content) ?? '').map(({ cells }) => cells.map(plain))
  const at = lines.findIndex(cells => headings.every(heading => cells.includes(heading)))
  const head = lines[at]
  if (!head) return undefined
  const length = lines.slice(at + 1).findIndex(([first]) => first?.startsWith(end))
  const rows = lines.slice(at + 1, at + 1 + length)
  if (length < 0 || rows.some(cells => cells.length !== head.length))
    throw new GatewayFailure(`${name}的账单不完整`, true)
  return {
    rows: rows.map(cells => heading => cells[head.indexOf(heading)] ?? ''),
    below: lines.slice(at + 1 + length),
  }
}

/** Returns fen without a sign. Throws GatewayFailure for anything but an amount. */
export function readBillAmount(name: string, text: string): number {
  const amount = parseYuan(text.replace(/^-/, ''))
  if (amount === undefined) throw new GatewayFailure(`${name}的账单里有无法识别的金额`, false)
  return amount
}
