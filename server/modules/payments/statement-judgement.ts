import type { StatementVerdict } from '#contract/operations/sales-names.ts'
import { yuan } from '#server/core/yuan.ts'
import type { ExpectedTransfer } from './operations-transfers.sql.ts'
import { codesIn, type StatementRow } from './statement.ts'
import { sameCompany } from './transfers.ts'

export interface Judged {
  verdict: StatementVerdict
  transfer: ExpectedTransfer | undefined
  /** Distinguishes the row from others of its transfer, in this statement and in one of the same days that is read again. */
  reference: string
}

/**
 * Decides how to treat each row. A transfer is confirmed only where code, payer's name and amount agree: the amount of one row,
 * or of several that add up with what was recorded before. `recorded` has those rows, by code and reference.
 */
export function judge(
  rows: StatementRow[],
  expectedTransfers: ReadonlyMap<string, ExpectedTransfer>,
  recorded: ReadonlySet<string> = new Set(),
): Judged[] {
  const seen = new Map<string, number>()
  const judged = rows.map(row => judgeOne(row, expectedTransfers, recorded, seen))
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

function judgeOne(
  { amount, amount_text, date, payer, remark }: StatementRow,
  expectedTransfers: ReadonlyMap<string, ExpectedTransfer>,
  recorded: ReadonlySet<string>,
  seen: Map<string, number>,
): Judged {
  const without = (verdict: StatementVerdict) => ({ verdict, transfer: undefined, reference: '' })
  if (!amount_text || /^[-−]|^0+(\.0+)?$/.test(amount_text)) return without('outgoing')
  if (amount === null) return without('invalid')
  const [transfer, another] = codesIn(remark).flatMap(code => expectedTransfers.get(code) ?? [])
  if (!transfer) return without('none')
  // Two lines of a day may have the same amount: the first and the second are two.
  const line = `${date} ¥${yuan(amount)}`
  const nth = (seen.get(`${transfer.remark_code} ${line}`) ?? 0) + 1
  seen.set(`${transfer.remark_code} ${line}`, nth)
  const reference = `${line} #${nth}`.slice(0, 80)
  const of = (verdict: StatementVerdict) => ({ verdict, transfer, reference })
  if (another) return of('repeated')
  if (transfer.state === 'paid' || transfer.state === 'refunded') return of('done')
  if (transfer.waiting) return of('waiting')
  if (recorded.has(`${transfer.remark_code} ${reference}`)) return of('recorded')
  if (transfer.problem) return of('amount')
  return of(sameCompany(payer, transfer.company_name) ? 'match' : 'payer')
}
