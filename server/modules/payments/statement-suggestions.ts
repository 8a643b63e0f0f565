import type { ExpectedTransfer } from './operations-transfers.sql.ts'
import type { StatementRow } from './statement.ts'
import type { Judged } from './statement-judgement.ts'
import { sameCompany } from './transfers.ts'

/**
 * Gives rows that name no transfer the oldest open one of their amount that the payer may have meant. Two rows never get the same
 * one, nor one that another row of the statement names. A person has to confirm it, as nothing but the name and the amount agrees.
 */
export function suggest(rows: StatementRow[], judged: readonly Judged[], open: readonly ExpectedTransfer[]): Judged[] {
  const taken = new Set(judged.flatMap(({ transfer }) => transfer?.remark_code ?? []))
  return judged.map((each, index) => {
    const { amount, payer } = rows[index] ?? {}
    if (each.verdict !== 'none' || !payer) return each
    const transfer = open.find(
      ({ remark_code, amount: due, company_name }) =>
        due === amount && !taken.has(remark_code) && sameCompany(payer, company_name),
    )
    if (!transfer) return each
    taken.add(transfer.remark_code)
    return { ...each, verdict: 'uncoded', transfer }
  })
}
