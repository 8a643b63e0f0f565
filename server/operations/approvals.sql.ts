import sql from 'sql-template-tag'
import type { ApprovalKind, ApprovalState } from '#contract/operations/operator-names.ts'
import type { Database } from '../database/database.ts'

interface Wanted {
  kind: ApprovalKind
  target: string
  summary: string
  payload: unknown
  requestedBy: string
}

/** Undefined: one for the same waits already. */
export const insertApproval = (database: Database, { kind, target, summary, payload, requestedBy }: Wanted) =>
  database.row<{ id: string }>(sql`
    insert into approval (kind, target, summary, payload, requested_by)
    values (${kind}, ${target}, ${summary}, ${JSON.stringify(payload)}::jsonb, ${requestedBy})
    on conflict (kind, target) where state = 'waiting' do nothing returning id`)

export interface Approval {
  id: string
  kind: ApprovalKind
  target: string
  summary: string
  payload: unknown
  state: ApprovalState
  requested_by: string
}

export const findApproval = (database: Database, id: string) =>
  database.row<Approval>(sql`
    select id, kind, target, summary, payload, state, requested_by from approval where id = ${id}`)

export interface WaitingApproval {
  requested_by: string
  requested_at: Date
}

/** Who asked for it, while it waits for the second operator. */
export const findWaiting = (database: Database, kind: ApprovalKind, target: string) =>
  database.row<WaitingApproval>(sql`
    select operator.display_name as requested_by, requested_at
    from approval join operator on operator.id = approval.requested_by
    where kind = ${kind} and target = ${target} and approval.state = 'waiting'`)

interface Decision {
  state: Exclude<ApprovalState, 'waiting'>
  by: string
  reason: string | null
}

/** Whether it was still waiting, and whoever decides may: a confirmation is another's, a withdrawal one's own. */
export const decide = async (database: Database, id: string, { state, by, reason }: Decision) =>
  (await database.change(sql`
    update approval set state = ${state}, decided_by = ${by}, decided_at = now(), reason = ${reason}
    where id = ${id} and state = 'waiting' and (requested_by = ${by}) = (${state} = 'withdrawn')`)) === 1

export const setResult = (database: Database, id: string, result: string) =>
  database.change(sql`update approval set result = ${result} where id = ${id}`)

interface Filters {
  state?: ApprovalState | undefined
  kind?: ApprovalKind | undefined
}

const matching = ({ state, kind }: Filters) => sql`
  where (${state ?? null}::text is null or approval.state = ${state ?? null})
    and (${kind ?? null}::text is null or approval.kind = ${kind ?? null})`

interface Listed extends Omit<Approval, 'payload'> {
  requester: string
  requested_at: Date
  decider: string | null
  decided_at: Date | null
  reason: string | null
  result: string | null
}

export const approvalList = (
  database: Database,
  filters: Filters,
  { limit, offset }: { limit: number; offset: number },
) =>
  database.rows<Listed>(sql`
    select approval.id, kind, target, summary, approval.state, requested_by, requester.display_name as requester,
      requested_at, decider.display_name as decider, decided_at, reason, result
    from approval join operator requester on requester.id = requested_by
      left join operator decider on decider.id = decided_by
    ${matching(filters)} order by approval.id desc limit ${limit} offset ${offset}`)

export const countApprovals = async (database: Database, filters: Filters) =>
  (await database.row<{ total: number }>(sql`select count(*)::integer as total from approval ${matching(filters)}`))
    ?.total ?? 0
