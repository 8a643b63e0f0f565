import { type ApprovalKind, isAlwaysApproved } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'
import type { Operator } from '../operator-context.ts'
import { addSoloUse, findPolicy, highestLimitOf, useForCompanies } from './policy.sql.ts'

/** What an operator may do alone in a day. */
interface Reach {
  /** The operator's daily total must stay below this. */
  below: number
  /** The daily total of a company, from all operators, must stay below this; null if only roles have limits. */
  threshold: number | null
}

/** Returns the limits of what this operator may do alone; undefined if the rules never require a second operator. */
export async function soloLimitOf(
  database: Database,
  kind: ApprovalKind,
  { roles }: Pick<Operator, 'roles'>,
): Promise<Reach | undefined> {
  const policy = await findPolicy(database, kind)
  if (!policy) throw new Error(`approval_policy has no ${kind}`)
  const threshold = isAlwaysApproved(kind) ? 0 : policy.threshold
  const most = await highestLimitOf(database, kind, roles)
  const below = Math.min(threshold ?? Number.POSITIVE_INFINITY, most === null ? Number.POSITIVE_INFINITY : most + 1)
  return below === Number.POSITIVE_INFINITY ? undefined : { below, threshold }
}

interface Use extends Reach {
  kind: ApprovalKind
  operatorId: string
  /** Undefined for an unlimited size, which counts as large. */
  value: number | undefined
  grant: { companyIds: readonly string[]; value: number | undefined }
}

class NeedsSecondOperator extends Error {}

/**
 * Reports whether an operator may do this without a second one, and counts it in the daily totals of the operator and of each
 * company, either all of them or none.
 */
export async function consumeSoloLimit(transaction: Database, use: Use): Promise<boolean> {
  const { kind, operatorId, below, threshold, value, grant } = use
  if (value === undefined || !Number.isFinite(value)) return false
  try {
    await transaction.transaction(async inner => {
      if (!(await addSoloUse(inner, { kind, operatorId, value, below }))) throw new NeedsSecondOperator()
      if (threshold === null || grant.value === undefined) return
      const { companyIds } = grant
      const counted = await useForCompanies(inner, { kind, companyIds, value: grant.value, below: threshold })
      if (counted < companyIds.length) throw new NeedsSecondOperator()
    })
    return true
  } catch (error) {
    if (error instanceof NeedsSecondOperator) return false
    throw error
  }
}
