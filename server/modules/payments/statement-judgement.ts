import type { StatementVerdict } from '#contract/operations/sales-names.ts'
import type { ExpectedTransfer } from './operations-transfers.sql.ts'
import { codesIn, type StatementRow } from './statement.ts'
import { sameCompany } from './transfers.ts'

export interface Judged {
  verdict: StatementVerdict
  transfer: ExpectedTransfer | undefined
}

/**
 * Says what to make of each row: it is confirmed only where code, amount and the payer's name all agree, and only once.
 */
export function judge(rows: StatementRow[], known: ReadonlyMap<string, ExpectedTransfer>): Judged[] {
  const judged = rows.map(row => judgeOne(row, known))
  const times = new Map<string, number>()
  for (const { transfer } of judged)
    if (transfer) times.set(transfer.remark_code, (times.get(transfer.remark_code) ?? 0) + 1)
  return judged.map(each =>
    each.verdict === 'match' && (times.get(each.transfer?.remark_code ?? '') ?? 0) > 1
      ? { ...each, verdict: 'repeated' }
      : each,
  )
}

function judgeOne(
  { amount, amount_text, payer, remark }: StatementRow,
  known: ReadonlyMap<string, ExpectedTransfer>,
): Judged {
  if (!amount_text || /^[-−]|^0+(\.0+)?$/.test(amount_text)) return { verdict: 'outgoing', transfer: undefined }
  if (amount === null) return { verdict: 'invalid', transfer: undefined }
  const [transfer, another] = codesIn(remark).flatMap(code => known.get(code) ?? [])
  if (!transfer) return { verdict: 'none', transfer }
  if (another) return { verdict: 'repeated', transfer }
  if (transfer.state === 'paid' || transfer.state === 'refunded') return { verdict: 'done', transfer }
  if (transfer.waiting) return { verdict: 'waiting', transfer }
  if (transfer.problem || transfer.amount !== amount) return { verdict: 'amount', transfer }
  return { verdict: sameCompany(payer, transfer.company_name) ? 'match' : 'payer', transfer }
}
