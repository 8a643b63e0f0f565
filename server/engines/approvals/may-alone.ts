import type { ApprovalKind } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'
import { useAlone, useForCompanies } from './policy.sql.ts'

interface Use {
  kind: ApprovalKind
  operatorId: string
  /** The operator's day stays below this. */
  below: number
  /** So does what a company is given in a day by all operators; null where only roles have limits. */
  threshold: number | null
  value: number
  given: { companyIds: readonly string[]; value: number | undefined }
}

class TakesTwo extends Error {}

/**
 * Reports whether an operator may do this without a second one, and counts it in the operator's day and in that of each company: both
 * or neither.
 */
export async function mayAlone(transaction: Database, use: Use): Promise<boolean> {
  const { kind, operatorId, below, threshold, value, given } = use
  try {
    await transaction.transaction(async inner => {
      if (!(await useAlone(inner, { kind, operatorId, value, below }))) throw new TakesTwo()
      if (threshold === null || given.value === undefined) return
      const { companyIds } = given
      const counted = await useForCompanies(inner, { kind, companyIds, value: given.value, below: threshold })
      if (counted < companyIds.length) throw new TakesTwo()
    })
    return true
  } catch (error) {
    if (error instanceof TakesTwo) return false
    throw error
  }
}
