import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { approvalEvidence } from '#contract/operations/approval-evidence.ts'
import { operatorRoles } from '#contract/records/operator-fields.ts'
import { today } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { type Looking, visibleTo } from './approval-list.sql.ts'
import { approval } from './approvals.sql.ts'

const seen = approval.extend({
  about_company_id: id.nullable(),
  alone: z.boolean(),
  requested_by: z.string(),
  requester_roles: z.array(z.enum(operatorRoles)),
})

/** Finds a request that the operator may see, with its requester. */
export const findSeen = (database: Database, operator: Looking, approvalId: string) =>
  database.row(seen)`
    select ${selectList(
      seen.omit({ requested_by: true, requester_roles: true }),
      { approval_id: 'id', requester_id: 'requested_by' },
      'approval',
    )}, requester.display_name as requested_by, requester.roles as requester_roles
    from approval join operator requester on requester.id = approval.requested_by
    where approval.id = ${approvalId} and ${visibleTo(operator)}`

const { element: earlier } = approvalEvidence.getApprovalEvidence.output.shape.earlier
type Seen = z.output<typeof seen>
/** The most other requests shown. */
const shownEarlier = 10

/** Lists the other requests about the same company or thing that the operator may see, the newest first. */
export const otherRequests = (database: Database, operator: Looking, { approval_id, about_company_id, target }: Seen) =>
  database.rows(earlier)`
    select ${selectList(earlier.omit({ requested_by: true }), { approval_id: 'id' }, 'approval')},
      requester.display_name as requested_by
    from approval join operator requester on requester.id = approval.requested_by
    where (approval.about_company_id = ${about_company_id}::uuid or approval.target = ${target}) and approval.id <> ${approval_id}
      and ${visibleTo(operator)}
    order by approval.id desc limit ${shownEarlier}`

const dayFigures = z.object({ used: z.int(), company_used: z.int(), requests: z.int(), requested: z.int() })

/**
 * Returns, in the kind's unit, what the requester has done alone today, what operators have given the company alone today, and what else the
 * requester has requested today.
 */
export const todayOf = async (
  database: Database,
  { approval_id, kind, requester_id, about_company_id: companyId }: Seen,
) =>
  (await database.row(dayFigures)`
    select coalesce((select used from approval_use where kind = ${kind} and operator_id = ${requester_id}
        and day = ${today}), 0)::bigint as used,
      coalesce((select used from approval_company_use where kind = ${kind} and company_id = ${companyId}::uuid
        and day = ${today}), 0)::bigint as company_used,
      count(*)::integer as requests, coalesce(sum(value), 0)::bigint as requested
    from approval where kind = ${kind} and requested_by = ${requester_id} and id <> ${approval_id}
      and state in ('waiting', 'confirmed') and not alone
      and requested_at >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`) ?? {
    used: 0,
    company_used: 0,
    requests: 0,
    requested: 0,
  }
