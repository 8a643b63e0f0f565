import { z } from 'zod'
import { type ApprovalKind, actingRoles, approvalKinds } from '#contract/operations/operator-names.ts'
import { today } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

const approvalPolicy = z.object({
  kind: z.enum(approvalKinds),
  /**
   * The fen or days from which a second operator is needed, both for one operator's daily total and for what all of them give a
   * company in a day. Null means never, 0 always.
   */
  threshold: z.int().nullable(),
  /** The roles that may confirm or reject. */
  roles: z.array(z.enum(actingRoles)),
})
export type ApprovalPolicy = z.output<typeof approvalPolicy>

const columns = selectList(approvalPolicy)

export const findPolicy = (database: Database, kind: ApprovalKind) =>
  database.row(approvalPolicy)`select ${columns} from approval_policy where kind = ${kind}`

/** The most that an operator with each role may do alone in a day, for roles with a limit. */
export const limitsOf = (database: Database, kind: ApprovalKind) =>
  database.rows(limit)`select ${selectList(limit)} from approval_limit where kind = ${kind} order by role`

export const lockPolicy = (database: Database, kind: ApprovalKind) =>
  database.row(approvalPolicy)`select ${columns} from approval_policy where kind = ${kind} for update`

export const policyList = (database: Database) =>
  database.rows(approvalPolicy)`select ${columns} from approval_policy order by kind`

const limit = z.object({ kind: z.enum(approvalKinds), role: z.enum(actingRoles), most: z.int() })
export type ApprovalLimit = z.output<typeof limit>

export const limitList = (database: Database) =>
  database.rows(limit)`select ${selectList(limit)} from approval_limit order by kind, role`

/** Null removes the limit. */
export const setLimit = (
  database: Database,
  { kind, role, most }: Pick<ApprovalLimit, 'kind' | 'role'> & { most: number | null },
) =>
  most === null
    ? database.change`delete from approval_limit where kind = ${kind} and role = ${role}`
    : database.change`
      insert into approval_limit (kind, role, most) values (${kind}, ${role}, ${most})
      on conflict (kind, role) do update set most = excluded.most`

const highestLimit = z.object({ most: z.int().nullable() })

/** Returns the most that an operator with these roles may do alone in a day; null if none of them has a limit. */
export const highestLimitOf = async (
  database: Database,
  kind: ApprovalKind,
  roles: readonly string[],
): Promise<number | null> =>
  (
    await database.row(highestLimit)`
      select max(most) as most from approval_limit where kind = ${kind} and role = any(${roles}::text[])`
  )?.most ?? null

/**
 * Adds to what an operator does alone today, unless the total would reach `below`: then it changes nothing and returns zero. Guard
 * against splitting an act into concurrent parts.
 */
export const addSoloUse = (
  database: Database,
  { kind, operatorId, value, below }: { kind: ApprovalKind; operatorId: string; value: number; below: number },
) =>
  database.change`
    insert into approval_use (kind, operator_id, day, used)
    select ${kind}, ${operatorId}, ${today}, ${value}::bigint
    where ${value}::bigint < ${below}::bigint
    on conflict (kind, operator_id, day) do update set used = approval_use.used + excluded.used
      where approval_use.used + excluded.used < ${below}::bigint`

/**
 * Adds to what operators alone give each of these companies today, and returns the number of companies updated, without those whose
 * total would reach `below`. Guards against several operators who each stay below it. The rows are locked in one order.
 */
export const useForCompanies = (
  database: Database,
  {
    kind,
    companyIds,
    value,
    below,
  }: { kind: ApprovalKind; companyIds: readonly string[]; value: number; below: number },
) =>
  database.change`
    insert into approval_company_use (company_id, kind, day, used)
    select id, ${kind}, ${today}, ${value}::bigint
    from unnest(${companyIds}::uuid[]) as id where ${value}::bigint < ${below}::bigint order by id
    on conflict (company_id, kind, day) do update set used = approval_company_use.used + excluded.used
      where approval_company_use.used + excluded.used < ${below}::bigint`

export const setPolicy = (database: Database, { kind, threshold, roles }: ApprovalPolicy) =>
  database.change`
    update approval_policy set threshold = ${threshold}, roles = ${roles} where kind = ${kind}`
