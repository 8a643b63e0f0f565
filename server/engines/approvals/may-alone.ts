import { type ApprovalKind, isAlwaysApproved } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'
import type { Operator } from '../operator-context.ts'
import { findPolicy, mostOf, useAlone, useForCompanies } from './policy.sql.ts'

/** How far somebody comes alone in a day. */
interface Reach {
  /** The operator's day stays below this. */
  below: number
  /** So does what a company is given in a day by all operators; null where only roles have limits. */
  threshold: number | null
}

/** Returns how far this operator comes alone; undefined where the rules ask for nobody else, whatever the sum. */
export async function reachOf(
  database: Database,
  kind: ApprovalKind,
  { roles }: Pick<Operator, 'roles'>,
): Promise<Reach | undefined> {
  const policy = await findPolicy(database, kind)
  if (!policy) throw new Error(`approval_policy has no ${kind}`)
  const threshold = isAlwaysApproved(kind) ? 0 : policy.threshold
  const most = await mostOf(database, kind, roles)
  const below = Math.min(threshold ?? Number.POSITIVE_INFINITY, most === null ? Number.POSITIVE_INFINITY : most + 1)
  return below === Number.POSITIVE_INFINITY ? undefined : { below, threshold }
}

interface Use extends Reach {
  kind: ApprovalKind
  operatorId: string
  /** Without one it may come to any sum, and counts as large. */
  value: number | undefined
  given: { companyIds: readonly string[]; value: number | undefined }
}

class TakesTwo extends Error {}

/**
 * Reports whether an operator may do this without a second one, and counts it in the operator's day and in that of each company: both
 * or neither.
 */
export async function mayAlone(transaction: Database, use: Use): Promise<boolean> {
  const { kind, operatorId, below, threshold, value, given } = use
  if (value === undefined || !Number.isFinite(value)) return false
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
