import { statementRows } from '#contract/operations/sales-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import { parseYuan } from '#server/core/yuan.ts'
import { type Column, findHeading, isIn, isOut, longest, plain } from './statement-columns.ts'
import { linesAbove, tablesOfFile, tooManyRows } from './statement-file.ts'

export interface StatementRow {
  line: number
  date: string
  /** The amount in fen; null when the cell holds no amount. */
  amount: number | null
  amount_text: string
  payer: string
  remark: string
}

/** Reads the rows of a bank statement. Throws -53202 for another kind of file, and -53203 with the reason why it is unreadable. */
export async function readStatement(owner: string, content: Buffer): Promise<StatementRow[]> {
  const tables = await tablesOfFile(owner, content)
  const found = tables.flatMap(table => findHeading(table, linesAbove) ?? [])[0]
  if (!found) throw new Refusal(-53203, '表头须有“日期、金额、付款户名、备注”四列')
  const { columns } = found
  const rows = found.rows.filter(({ cells }) => cells.some(cell => cell.trim()))
  if (!rows.length) throw new Refusal(-53203, '表头下面没有一行流水')
  if (rows.length > statementRows) throw tooManyRows()
  return rows.map(({ line, cells, computed }) => {
    const read = (head: Column) => plain(cells[columns[head]] ?? '')
    const figure = read('amount')
    const ways = columns.directions.map(column => plain(cells[column] ?? '')).filter(Boolean)
    const isIncome = ways.every(isIn)
    // A word that is neither is shown with the amount, for a person to judge.
    const outgoing = ways.some(isOut) ? `-${figure.replace(/^-/, '')}` : `${ways.join(' ')} ${figure}`
    const amount_text = isIncome ? figure : outgoing.slice(0, longest)
    const time = read('date')
    const day = plain(cells[columns.day] ?? '')
    return {
      line,
      date: dateOf(day && time.replace(/\D/g, '').length <= 6 ? `${day} ${time}` : time),
      // The result of a formula is not the bank's data, so a person checks the row.
      amount: computed || !isIncome ? null : amountOf(amount_text),
      amount_text: computed ? `公式：${amount_text}`.slice(0, longest) : amount_text,
      payer: read('payer'),
      // Digits at the end of one and the beginning of the next make no code.
      remark: [...new Set(columns.remark.map(column => plain(cells[column] ?? '')))].filter(Boolean).join('；'),
    }
  })
}

const amountOf = (text: string): number | null =>
  parseYuan(text.replace(/^[+¥￥]+/, '').replaceAll(/[,\s]/g, '')) ?? null

/** Finds codes: eight digits that stand alone, or in two groups of four. */
export const codesIn = (remark: string): string[] => [
  ...new Set([...remark.matchAll(/(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)/g)].map(([, first, last]) => `${first}${last}`)),
]

const day = 86_400_000
/** Sheets count days from here, as long as the date is after February 1900. */
const firstDay = Date.UTC(1899, 11, 30)

/**
 * Formats a day, and its minute if there is one, in one way, so that a row is recognized by its date whichever file it comes in:
 * `20261120`, `2026/11/20 9:30:00`, `2026年11月20日`, or the bare number of days of a cell without a format.
 */
export function dateOf(text: string): string {
  if (/^[3-6]\d{4}(\.\d+)?$/.test(text)) {
    const at = new Date(firstDay + Math.round((Number(text) * day) / 60_000) * 60_000).toISOString()
    return written(at.slice(0, 10), at.slice(11, 16))
  }
  const [, year, month = '', date = '', hour = '00', minute = '00'] =
    /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[ T]*(\d{1,2}):?(\d{2})(?::?\d{2}(?:\.\d+)?)?)?$/.exec(text) ?? []
  const two = (part: string) => part.padStart(2, '0')
  return year ? written(`${year}-${two(month)}-${two(date)}`, `${two(hour)}:${minute}`) : text
}

const written = (date: string, time: string) => (time === '00:00' ? date : `${date} ${time}`)
