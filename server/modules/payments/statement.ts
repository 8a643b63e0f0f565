import { statementRows } from '#contract/operations/sales-names.ts'
import { decodeChinese, parseCsv } from '#server/core/csv.ts'
import { Refusal } from '#server/core/refusal.ts'
import { parseYuan } from '#server/core/yuan.ts'
import { sniff } from '#server/engines/files/file-types.ts'

export interface StatementRow {
  line: number
  date: string
  /** The amount in fen; null when the cell holds no amount. */
  amount: number | null
  amount_text: string
  payer: string
  remark: string
}

/** These are the headings as banks write them; the first of each is for a file made by hand. */
const heads = {
  date: ['日期', '交易日期', '交易时间', '记账日期', '入账日期', 'date'],
  amount: ['金额', '收入金额', '贷方金额', '贷方发生额', '收入', '到账金额', '交易金额', 'amount'],
  payer: ['付款户名', '对方户名', '付款人', '付款人名称', '对方账户名称', '户名', 'payer'],
  remark: ['备注', '附言', '摘要', '用途', 'remark'],
} as const
type Head = keyof typeof heads

/** Banks write some lines about the account above the table. */
const linesAbove = 20
const longest = 200

/**
 * Reads the rows of a bank statement as CSV, in UTF-8 or as Chinese Windows writes it. Throws -53202 when it is no such
 * text, and -53203 with the reason when its columns are not found.
 */
export function readStatement(content: Buffer): StatementRow[] {
  const table = parseCsv(textOf(content))
  const at = table.slice(0, linesAbove).findIndex(({ cells }) => columnsOf(cells) !== undefined)
  const columns = columnsOf(table[at]?.cells ?? [])
  if (!columns) throw new Refusal(-53203, '表头须有“日期、金额、付款户名、备注”四列')
  const rows = table.slice(at + 1).filter(({ cells }) => cells.some(cell => cell.trim()))
  if (!rows.length) throw new Refusal(-53203, '表头下面没有一行流水')
  if (rows.length > statementRows) throw new Refusal(-53203, `一次最多 ${statementRows} 行，请分成几份`)
  return rows.map(({ line, cells }) => {
    const read = (head: Head) => plain(cells[columns[head]] ?? '')
    const amount_text = read('amount')
    return {
      line,
      date: read('date'),
      amount: amountOf(amount_text),
      amount_text,
      payer: read('payer'),
      remark: read('remark'),
    }
  })
}

function textOf(content: Buffer): string {
  const text = sniff(content) || content.includes(0) ? undefined : decodeChinese(content)
  if (text === undefined) throw new Refusal(-53202)
  return text
}

function columnsOf(cells: string[]): Record<Head, number> | undefined {
  const written = cells.map(cell =>
    plain(cell)
      .toLowerCase()
      .replace(/[（(].*$/, ''),
  )
  const place = (head: Head) => heads[head].map(name => written.indexOf(name)).find(index => index >= 0) ?? Number.NaN
  const columns = { date: place('date'), amount: place('amount'), payer: place('payer'), remark: place('remark') }
  return Object.values(columns).some(Number.isNaN) ? undefined : columns
}

/** Nothing in a cell is ever computed, so a formula is the text it is written as. */
const plain = (cell: string) => cell.normalize('NFKC').trim().slice(0, longest)

const amountOf = (text: string): number | null =>
  parseYuan(text.replace(/^[+¥￥]+/, '').replaceAll(/[,\s]/g, '')) ?? null

/** A code is eight digits by themselves, or in two groups of four. */
export const codesIn = (remark: string): string[] => [
  ...new Set([...remark.matchAll(/(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)/g)].map(([, first, last]) => `${first}${last}`)),
]
