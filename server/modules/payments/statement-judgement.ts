import type { StatementVerdict } from '#contract/operations/sales-names.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { yuan } from '#server/core/yuan.ts'
import type { ExpectedTransfer } from './operations-transfers.sql.ts'
import { codesIn, type StatementRow } from './statement.ts'
import type { KeptLine } from './transfer-parts.sql.ts'
import { sameCompany } from './transfers.ts'

export interface Judged {
  verdict: StatementVerdict
  transfer: ExpectedTransfer | undefined
  /** Distinguishes the row from others of its transfer, in this statement and in one of the same days that is read again. */
  reference: string
}

/**
 * Decides how to treat each row. A transfer is confirmed only where code, payer's name and amount agree: the amount of one row, or
 * the sum of several with the recorded ones. `kept` has the recorded rows.
 */
export function judge(
  rows: StatementRow[],
  expectedTransfers: ReadonlyMap<string, ExpectedTransfer>,
  kept: readonly KeptLine[] = [],
): Judged[] {
  const before: Before = {
    recorded: new Set(kept.map(({ remark_code, reference }) => `${remark_code} ${reference}`)),
    forms: kept.flatMap(({ remark_code, reference }) => formOf(remark_code, reference) ?? []),
    unnamed: new Map([...expectedTransfers].map(([code, transfer]) => [code, unnamedOf(transfer, kept)])),
  }
  const seen = new Map<string, number>()
  const judged = rows.map(row => judgeOne(row, expectedTransfers, before, seen))
  const open = Map.groupBy(
    judged.flatMap(({ verdict, transfer }, index) => (verdict === 'match' && transfer ? [{ transfer, index }] : [])),
    ({ transfer }) => transfer.remark_code,
  )
  for (const group of open.values()) {
    const [first] = group
    if (!first) continue
    const { amount, received } = first.transfer
    const sum = group.reduce((total, { index }) => total + (rows[index]?.amount ?? 0), received)
    const single = group.length === 1 && !received
    const verdict =
      sum === amount ? (single ? 'match' : 'split') : sum < amount ? 'part' : single ? 'amount' : 'repeated'
    for (const { index } of group) Object.assign(judged[index] ?? {}, { verdict })
  }
  return judged
}

/** Money of a transfer that was recorded without its row of a statement. */
interface Unnamed {
  amount: number
  /** The last day in China on which it can have arrived. */
  until: string | undefined
}

interface Before {
  recorded: ReadonlySet<string>
  /** What `formOf` returns of the recorded rows; a matched row is removed. */
  forms: string[]
  /** By code; a matched row is removed. */
  unnamed: ReadonlyMap<string, Unnamed[]>
}

/** A typed row has the bank's number instead of this, and one that was confirmed by hand has none. */
const fromStatement = /^\S.* ¥[\d.]+ #\d+$/

/**
 * A bank's statement of a day may give the minute of a row that the one of a month gives without. Names the rows that have it, or
 * have it not, among those of a transfer on a day with the same amount; with `other` those that the same statement can't have.
 */
function formOf(code: string, reference: string, { other = false } = {}): string | undefined {
  const [, date, minute, amount] = /^(\d{4}-\d\d-\d\d)( \d\d:\d\d)? (¥[\d.]+) #\d+$/.exec(reference) ?? []
  return date && `${code} ${date} ${amount} ${(minute === undefined) === other}`
}

function unnamedOf(
  { remark_code, state, amount, paid_at, arrived_amount }: ExpectedTransfer,
  all: readonly KeptLine[],
) {
  const kept = all.filter(each => each.remark_code === remark_code)
  const unnamed: Unnamed[] = kept
    .filter(({ reference }) => !fromStatement.test(reference))
    .map(each => ({ amount: each.amount, until: dayInChina(each.created_at) }))
  if (state !== 'paid' && state !== 'refunded') return unnamed
  const counted = kept.reduce((sum, each) => sum + (each.settled ? 0 : each.amount), 0)
  const rest = (paid_at ? amount : (arrived_amount ?? amount)) - counted
  if (rest > 0) unnamed.push({ amount: rest, until: paid_at ? dayInChina(paid_at) : undefined })
  return unnamed
}

/** Reports whether a row's money was recorded before, with this row or without any. */
function isKnown(
  { date, amount }: StatementRow,
  reference: string,
  { remark_code }: ExpectedTransfer,
  { recorded, forms, unnamed }: Before,
): boolean {
  if (recorded.has(`${remark_code} ${reference}`)) return true
  const form = forms.indexOf(formOf(remark_code, reference, { other: true }) ?? '')
  if (form >= 0) return forms.splice(form, 1).length === 1
  const left = unnamed.get(remark_code) ?? []
  const isDay = /^\d{4}-\d\d-\d\d/.test(date)
  const index = left.findIndex(
    each => each.amount === amount && (!isDay || !each.until || date.slice(0, 10) <= each.until),
  )
  if (index < 0) return false
  left.splice(index, 1)
  return true
}

function judgeOne(
  row: StatementRow,
  expectedTransfers: ReadonlyMap<string, ExpectedTransfer>,
  before: Before,
  seen: Map<string, number>,
): Judged {
  const { amount, amount_text, date, payer, remark } = row
  const without = (verdict: StatementVerdict) => ({ verdict, transfer: undefined, reference: '' })
  if (!amount_text || /^[-−]|^0+(\.0+)?$/.test(amount_text)) return without('outgoing')
  if (amount === null) return without('invalid')
  const [transfer, another] = codesIn(remark).flatMap(code => expectedTransfers.get(code) ?? [])
  if (!transfer) return without('none')
  // Two rows of a day may have the same amount: they are numbered.
  const line = `${date} ¥${yuan(amount)}`
  const nth = (seen.get(`${transfer.remark_code} ${line}`) ?? 0) + 1
  seen.set(`${transfer.remark_code} ${line}`, nth)
  const reference = `${line} #${nth}`.slice(0, 80)
  const of = (verdict: StatementVerdict) => ({ verdict, transfer, reference })
  if (another) return of('repeated')
  if (transfer.state === 'paid' || transfer.state === 'refunded')
    return of(isKnown(row, reference, transfer, before) ? (transfer.paid_at ? 'done' : 'returned') : 'again')
  if (transfer.waiting) return of('waiting')
  if (isKnown(row, reference, transfer, before)) return of('recorded')
  if (transfer.problem) return of('amount')
  return of(sameCompany(payer, transfer.company_name) ? 'match' : 'payer')
}
