import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { type ApprovalKind, type ApprovalState, appointmentHours } from '#contract/operations/operator-names.ts'
import { operators } from '#contract/operations/operators.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { contextOperator, operatorColumns } from '../context-operator.ts'
export const listedApproval = operators.getApprovalList.output.shape.list.element

/** The columns of the table itself. */
export const own = listedApproval.omit({ requested_by: true, own: true, decided_by: true, half: true })

interface NewApproval {
  kind: ApprovalKind
  target: string
  companyId: string | null
  summary: string
  facts: string | null
  payload: unknown
  /** The deferred operation; null if the kind's executor carries the request out. */
  call: string | null
  requestedBy: string
  value: number | null
}

const added = z.object({ id })

const decider = z.object({ id })

/** Finds another operator who may decide this operator's request. */
export const findDecider = (database: Database, kind: ApprovalKind, requestedBy: string) =>
  database.row(decider)`
    select operator.id from operator join approval_policy policy on policy.kind = ${kind}
    where operator.id <> ${requestedBy} and state = 'active' and operator.roles && policy.roles limit 1`

/** Returns undefined if a request for the same is already waiting. */
export const insertApproval = (
  database: Database,
  { kind, target, companyId, summary, facts, payload, call, requestedBy, value }: NewApproval,
) =>
  database.row(added)`
    insert into approval (kind, target, about_company_id, summary, facts, payload, call, value, requested_by, requester_roles)
    select ${kind}, ${target}, ${companyId}::uuid, ${summary}, ${facts}, ${JSON.stringify(payload)}::jsonb, ${call}::text, ${value}::bigint, id, roles
    from operator where id = ${requestedBy}
    on conflict (kind, target) where state = 'waiting' do nothing returning id`

export const approval = listedApproval.pick({ approval_id: true, kind: true, target: true, summary: true }).extend({
  requester_id: id,
  payload: z.unknown(),
  call: z.string().nullable(),
  value: z.int().nullable(),
  facts: z.string().nullable(),
})
export type Approval = z.output<typeof approval>

export const findApproval = (database: Database, approvalId: string) =>
  database.row(approval)`
    select ${selectList(approval, { approval_id: 'id', requester_id: 'requested_by' })}
    from approval where id = ${approvalId}`

const requester = contextOperator.extend({ active: z.boolean() })

export const findRequester = (database: Database, operatorId: string) =>
  database.row(requester)`
    select ${selectList(requester, { ...operatorColumns, active: "state = 'active'" })}
    from operator where id = ${operatorId}`

const waiting = listedApproval.pick({ requested_by: true, summary: true })

/** Returns the requester and the summary while the request is waiting for the second operator. */
export const findWaiting = (database: Database, kind: ApprovalKind, target: string) =>
  database.row(waiting)`
    select operator.display_name as requested_by, summary
    from approval join operator on operator.id = approval.requested_by
    where kind = ${kind} and target = ${target} and approval.state = 'waiting'`

interface Decision {
  state: Exclude<ApprovalState, 'waiting'>
  by: string
  reason: string | null
}

/** A requester who recently created or reset the decider, or gave them a role, may not be confirmed by that decider. */
const appointedByRequester = sql`
  exists (select from approval appointment
    where appointment.kind = 'operator' and appointment.state = 'confirmed'
      and appointment.target in ('operator:' || decider.id, 'operator:' || decider.name)
      and approval.requested_by in (appointment.requested_by, appointment.decided_by)
      and appointment.decided_at > approval.requested_at - make_interval(hours => ${appointmentHours}::integer))`

/**
 * Decides a request and reports whether it was still waiting and this operator may decide it: only one's own request can be
 * withdrawn, and only another's decided otherwise, with a role of the policy. For a confirmation the decider must have had the
 * account, without a reset since, and such a role since before the request was made.
 */
export const decide = async (database: Database, id: string, { state, by, reason }: Decision) =>
  (await database.change`
    update approval set state = ${state}, decided_by = ${by}, decided_at = now(), reason = ${reason}
    from operator decider, approval_policy policy
    where approval.id = ${id} and approval.state = 'waiting' and decider.id = ${by} and policy.kind = approval.kind
      and case when ${state} = 'withdrawn' then requested_by = decider.id
        else requested_by <> decider.id and decider.state = 'active' and decider.roles && policy.roles
          and (${state} = 'rejected' or decider.authority_since < requested_at
            and exists (select from operator_role granted where granted.operator_id = decider.id
              and granted.role = any(policy.roles) and granted.granted_at < requested_at)
            and not ${appointedByRequester}) end`) === 1

const standing = z.object({ waiting: z.boolean(), role: z.boolean(), appointed: z.boolean() })

/** Returns why `decide` changed nothing. */
export const standingOf = (database: Database, id: string, operatorId: string) =>
  database.row(standing)`
    select approval.state = 'waiting' as waiting, decider.roles && policy.roles as role,
      ${appointedByRequester} as appointed
    from approval join approval_policy policy on policy.kind = approval.kind
      join operator decider on decider.id = ${operatorId}
    where approval.id = ${id}`

/** Keeps the requester's half of a first password until they take it, at most a week (`retention`). */
export const keepHalf = (database: Database, approvalId: string, sealed: Buffer) =>
  database.change`insert into approval_half (approval_id, sealed) values (${approvalId}, ${sealed})`

const sealedHalf = z.object({ sealed: z.instanceof(Buffer), target: z.string() })

/** Gives the half to the requester, once: of two concurrent calls the second finds none. */
export const takeHalf = (database: Database, approvalId: string, requesterId: string) =>
  database.row(sealedHalf)`
    delete from approval_half using approval
    where approval_id = ${approvalId} and approval.id = approval_id and requested_by = ${requesterId}
    returning sealed, target`

/** Confirms a request by its requester, as the rules permit; reports whether it was still waiting. */
export const setAlone = async (database: Database, id: string) =>
  (await database.change`
    update approval set state = 'confirmed', alone = true, decided_by = requested_by, decided_at = now()
    where id = ${id} and state = 'waiting'`) === 1

export const setResult = (database: Database, id: string, result: string) =>
  database.change`update approval set result = ${result} where id = ${id}`
