import { statementRows } from '#contract/operations/sales-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import { parseYuan } from '#server/core/yuan.ts'
import { linesAbove, rowsOfFile, tooManyRows } from './statement-file.ts'

export interface StatementRow {
  line: number
  date: string
  /** The amount in fen; null when the cell holds no amount. */
  amount: number | null
  amount_text: string
  payer: string
  remark: string
}

/** The headings that banks use; the first of each is for a file made by hand. */
const heads = {
  date: ['日期', '交易日期', '交易时间', '记账日期', '入账日期', '交易日', 'date'],
  amount: ['金额', '收入金额', '贷方金额', '贷方发生额', '收入', '到账金额', '交易金额', 'amount'],
  payer: [
    '付款户名',
    '对方户名',
    '付款人',
    '付款人名称',
    '对方账户名称',
    '对方单位名称',
    '对方名称',
    '收(付)方名称',
    '户名',
    'payer',
  ],
} as const
type Head = keyof typeof heads

/** A bank writes what the payer wrote into any of these, and often leaves the others empty. */
const remarks: readonly string[] = ['备注', '附言', '摘要', '用途', 'remark']

/** Where a bank has one column of amounts, this one says which way each went. To a bank a debit is what it pays out of the account. */
const directions: readonly string[] = ['借贷标志', '借贷方向', '借贷', '借/贷', '收支标志', '收支', '收/支', '收付标志']
const isIn = (cell: string) => /^([贷收存入来进c+]|转入)/i.test(cell)
const isOut = (cell: string) => /^([借支付出取往d-]|转出|汇出)/i.test(cell)

/** A bank may have the day in this column and only the time in the other. */
const dayHead = '交易日'
const known = new Set<string>([...Object.values(heads).flat(), ...remarks, ...directions])

const longest = 200

/** Reads the rows of a bank statement. Throws -53202 for another kind of file, and -53203 with the reason why it is unreadable. */
export async function readStatement(owner: string, content: Buffer): Promise<StatementRow[]> {
  const table = await rowsOfFile(owner, content)
  const at = table.slice(0, linesAbove).findIndex(({ cells }) => columnsOf(cells) !== undefined)
  const columns = columnsOf(table[at]?.cells ?? [])
  if (!columns) throw new Refusal(-53203, '表头须有“日期、金额、付款户名、备注”四列')
  const rows = table.slice(at + 1).filter(({ cells }) => cells.some(cell => cell.trim()))
  if (!rows.length) throw new Refusal(-53203, '表头下面没有一行流水')
  if (rows.length > statementRows) throw tooManyRows()
  return rows.map(({ line, cells, computed }) => {
    const read = (head: Head) => plain(cells[columns[head]] ?? '')
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

function columnsOf(
  cells: string[],
): (Record<Head | 'day', number> & Record<'remark' | 'directions', number[]>) | undefined {
  const written = cells.map(cell => {
    const whole = plain(cell).toLowerCase()
    return known.has(whole) ? whole : whole.replace(/[(].*$/, '')
  })
  const place = (head: Head) => heads[head].map(name => written.indexOf(name)).find(index => index >= 0) ?? Number.NaN
  const columns = { date: place('date'), amount: place('amount'), payer: place('payer') }
  const all = (names: readonly string[]) => [...written.keys()].filter(index => names.includes(written[index] ?? ''))
  const remark = all(remarks)
  if (!remark.length || Object.values(columns).some(Number.isNaN)) return undefined
  return { ...columns, remark, directions: all(directions), day: written.indexOf(dayHead) }
}

/** Formulas are never computed: a cell's formula is only its text. */
const plain = (cell: string) => cell.normalize('NFKC').trim().slice(0, longest)

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
