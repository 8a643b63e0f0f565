import { z } from 'zod'
import { type ApprovalKind, actingRoles, approvalKinds } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

const approvalPolicy = z.object({
  kind: z.enum(approvalKinds),
  /** Fen or days from which a second operator is needed. Null means never, 0 always. */
  threshold: z.int().nullable(),
  /** Who may confirm or reject. */
  roles: z.array(z.enum(actingRoles)),
})
export type ApprovalPolicy = z.output<typeof approvalPolicy>

const columns = selectList(approvalPolicy)

export const findPolicy = (database: Database, kind: ApprovalKind) =>
  database.row(approvalPolicy)`select ${columns} from approval_policy where kind = ${kind}`

export const lockPolicy = (database: Database, kind: ApprovalKind) =>
  database.row(approvalPolicy)`select ${columns} from approval_policy where kind = ${kind} for update`

export const policyList = (database: Database) =>
  database.rows(approvalPolicy)`select ${columns} from approval_policy order by kind`

export const setPolicy = (database: Database, { kind, threshold, roles }: ApprovalPolicy) =>
  database.change`
    update approval_policy set threshold = ${threshold}, roles = ${roles} where kind = ${kind}`
