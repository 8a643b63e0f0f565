import sql from 'sql-template-tag'
import type { ApprovalKind, approvalFilters } from '#contract/operations/operator-names.ts'
import { waitingRequest } from '#contract/operations/requested.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import type { Operator } from '../operator-context.ts'
import { listedApproval, own } from './approvals.sql.ts'

/** The operator who views the list: they see their own requests and those that their roles may decide; an auditor sees all. */
export type Looking = Pick<Operator, 'id' | 'roles'>

interface Filters {
  state?: (typeof approvalFilters)[number] | undefined
  kind?: ApprovalKind | undefined
  operator: Looking
}

/** The condition for requests that an operator sees, shared by the list and the evidence. */
export const visibleTo = ({ id, roles }: Looking) => sql`
  (approval.requested_by = ${id} or ${roles.includes('auditor')} or approval.kind in
    (select policy.kind from approval_policy policy where policy.roles && ${roles}::text[]))`

/** Others' requests that this operator may decide; an auditor, who decides none, sees all. */
export const awaiting = (operator: Looking) => sql`
  approval.state = 'waiting' and approval.requested_by <> ${operator.id} and ${visibleTo(operator)}`

const matching = ({ state, kind, operator }: Filters) => sql`
  where ${state === 'awaiting' ? awaiting(operator) : sql`(${state ?? null}::text is null or approval.state = ${state ?? null})`}
    and (${kind ?? null}::text is null or approval.kind = ${kind ?? null}) and ${visibleTo(operator)}`

export const approvalList = (database: Database, filters: Filters, { limit, offset }: Page) =>
  database.rows(listedApproval)`
    select ${selectList(own, { approval_id: 'id' }, 'approval')}, requester.display_name as requested_by,
      approval.requested_by = ${filters.operator.id} as own, decider.display_name as decided_by,
      approval.requested_by = ${filters.operator.id}
        and exists (select from approval_half where approval_id = approval.id) as half
    from approval join operator requester on requester.id = requested_by
      left join operator decider on decider.id = decided_by
    ${matching(filters)} order by approval.id desc limit ${limit} offset ${offset}`

const brief = listedApproval.pick({ approval_id: true, kind: true, summary: true, requested_at: true })

/** Lists those requests for the operator's bell, the newest first. */
export const listAwaiting = (database: Database, operator: Looking, most: number) =>
  database.rows(brief)`
    select ${selectList(brief, { approval_id: 'id' }, 'approval')}
    from approval where ${awaiting(operator)} order by id desc limit ${most}`

const waitingColumns = sql`approval.id as approval_id, approval.kind, approval.summary,
  requester.display_name as requested_by, approval.requested_at`

/** Lists the waiting requests about a company for any operator: colleagues who cannot see one would request the same again. */
export const listWaitingAbout = (database: Database, companyId: string, most: number) =>
  database.rows(waitingRequest)`
    select ${waitingColumns} from approval join operator requester on requester.id = approval.requested_by
    where approval.about_company_id = ${companyId} and approval.state = 'waiting' order by approval.id desc limit ${most}`

/** Lists the waiting requests of a call that creates a record: those whose input has no record id in this field. */
export const listWaitingNew = (database: Database, call: string, idField: string, most: number) =>
  database.rows(waitingRequest)`
    select ${waitingColumns} from approval join operator requester on requester.id = approval.requested_by
    where approval.call = ${call} and approval.payload ->> ${idField}::text is null and approval.state = 'waiting'
    order by approval.id desc limit ${most}`

const waitingFor = waitingRequest.extend({ target: listedApproval.shape.target })

/** Finds the waiting request for each of these targets, by target. */
export const waitingByTarget = async (database: Database, kind: ApprovalKind, targets: readonly string[]) =>
  new Map(
    (
      await database.rows(waitingFor)`
        select ${waitingColumns}, target from approval join operator requester on requester.id = approval.requested_by
        where kind = ${kind} and target = any(${targets}::text[]) and approval.state = 'waiting'`
    ).map(({ target, ...request }) => [target, request]),
  )

export const countApprovals = (database: Database, filters: Filters) =>
  countOf(database, sql`select count(*) from approval ${matching(filters)}`)
