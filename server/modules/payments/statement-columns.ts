import type { FileRow } from './statement-file.ts'

/** The headings that banks use; the first of each is for a file made by hand. */
const heads = {
  date: ['日期', '交易日期', '交易时间', '记账日期', '入账日期', '交易日', 'date'],
  amount: ['金额', '收入金额', '贷方金额', '贷方发生额', '收入', '到账金额', '交易金额', 'amount'],
  payer: [
    '付款户名',
    '对方户名',
    '付款人',
    '付款人名称',
    '付款方名称',
    '对方账户名称',
    '对方单位名称',
    '对方名称',
    '收(付)方名称',
    '户名',
    'payer',
  ],
} as const
export type Column = keyof typeof heads

/** A bank writes what the payer wrote into any of these, and often leaves the others empty. */
const remarks: readonly string[] = [
  '备注',
  '附言',
  '摘要',
  '用途',
  '交易附言',
  '交易摘要',
  '交易用途',
  '客户附言',
  'remark',
]

/** Where a bank has one column of amounts, this one says which way each went. To a bank a debit is what it pays out of the account. */
const directions: readonly string[] = ['借贷标志', '借贷方向', '借贷', '借/贷', '收支标志', '收支', '收/支', '收付标志']
export const isIn = (cell: string) => /^([贷收存入来进c+]|转入)/i.test(cell)
export const isOut = (cell: string) => /^([借支付出取往d-]|转出|汇出)/i.test(cell)

/** A bank may have the day in this column and only the time in the other. */
const dayHead = '交易日'
const known = new Set<string>([...Object.values(heads).flat(), ...remarks, ...directions])

type Columns = Record<Column | 'day', number> & Record<'remark' | 'directions', number[]>

export const longest = 200
/** Formulas are never computed: a cell's formula is only its text. */
export const plain = (cell: string) => cell.normalize('NFKC').trim().slice(0, longest)

/** Finds the heading among the first rows, and returns its columns and the rows below it. */
export function findHeading(table: FileRow[], most: number): { columns: Columns; rows: FileRow[] } | undefined {
  for (let at = 0; at < Math.min(table.length, most); at++) {
    const above = table[at]?.cells.map(nameOf) ?? []
    const below = table[at + 1]?.cells.map(nameOf) ?? []
    const single = columnsOf(above)
    // A second row may say which column of the merged “金额” is money that came in, so it is read before the first one alone.
    const merged = isHeading(below) && !columnsOf(below) ? columnsOf(mergedNames(above, below)) : undefined
    if (merged) return { columns: merged, rows: table.slice(at + 2) }
    if (single) return { columns: single, rows: table.slice(at + 1) }
  }
  return undefined
}

/** A row of the table has at least a date or an amount. */
const isHeading = (names: string[]) => names.some(Boolean) && !names.some(name => /\d/.test(name))

/** Names the columns of two heading rows. A merged cell has its text in the first of its columns. */
function mergedNames(above: string[], below: string[]): string[] {
  let group = ''
  return Array.from({ length: Math.max(above.length, below.length) }, (_, column) => {
    const [own = '', sub = ''] = [above[column], below[column]]
    if (own || !sub) group = own
    if (!sub) return own
    // A translation below the heading says nothing new, unless it is that of a direction.
    const isLatin = /^[a-z]/.test(sub)
    if (/金额|发生额/.test(group))
      return (isLatin ? /^cr/ : /^([贷收存入来进]|转入)/).test(sub)
        ? heads.amount[0]
        : isLatin && !/^d/.test(sub)
          ? own
          : ''
    // The name of the provider's own account is not the payer's.
    if (/^(本方|我方|收款)/.test(group)) return ''
    return known.has(sub) ? sub : own
  })
}

/** Removes blanks, line breaks and what banks add in brackets, as in “贷 方 金 额（元）” and “交易日期[ Transaction Date ]”. */
function nameOf(cell: string): string {
  const whole = plain(cell).toLowerCase().replaceAll(/\s/g, '')
  return known.has(whole) ? whole : whole.replace(/[([].*$/, '')
}

function columnsOf(names: string[]): Columns | undefined {
  const place = (head: Column) => heads[head].map(name => names.indexOf(name)).find(index => index >= 0) ?? Number.NaN
  const columns = { date: place('date'), amount: place('amount'), payer: place('payer') }
  const all = (wanted: readonly string[]) => [...names.keys()].filter(index => wanted.includes(names[index] ?? ''))
  const remark = all(remarks)
  if (!remark.length || Object.values(columns).some(Number.isNaN)) return undefined
  return { ...columns, remark, directions: all(directions), day: names.indexOf(dayHead) }
}
