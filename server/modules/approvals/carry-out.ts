import { type OperationName, operations } from '#contract/operations/index.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { type ApprovalKind, mayCall } from '#contract/operations/operator-names.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import type { Database } from '#server/database/database.ts'
import { accountForApproval } from '#server/engines/activity/context.ts'
import { type Approval, findRequester } from '#server/engines/approvals/approvals.sql.ts'
import type { AnyDeferredOperation } from '#server/engines/approvals/deferred-operations.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'
import type { Executor, Executors, Outcome } from '#server/engines/approvals/executor.ts'
import { digestOf } from '#server/engines/approvals/facts.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'

/** Explains why a confirmed request can't be carried out; the request goes on waiting. */
class ApprovalProblem extends OperatorProblem {}

/** Carries out a request that was just confirmed; the context's database handles use the confirmation's transaction. */
export type CarryOut = (context: OperatorContext, approval: Approval) => Promise<Outcome>

interface Parts {
  executors: Executors
  deferredOperations: Record<string, AnyDeferredOperation>
  handlers: Record<string, (context: OperatorContext, input: unknown) => Promise<unknown>>
}

/** The only way from a confirmation to its effect, by the handler of the kept operation or the executor of the kind. */
export const carryOutWith =
  ({ executors, deferredOperations, handlers }: Parts): CarryOut =>
  async (context, approval) => {
    const { call, kind, payload } = approval
    if (call === null) {
      const executor = executorOf(executors, kind)
      await requesterOf(context, approval, executor.request)
      return { result: await executor.execute(context, payload) }
    }
    const { operation, definition } = keptOperation(deferredOperations, call)
    const handler = handlers[call]
    if (!handler) throw new Error(`${call} has no handler`)
    const parsed = definition.input.safeParse(payload)
    if (!parsed.success) throw new ApprovalProblem('申请的内容已不再适用，请驳回后重新提交')
    await requireAsDescribed(context, approval, operation, parsed.data)
    const requester = await requesterOf(context, approval, definition)
    const carriedOut = () => handler({ ...context, ...requester }, parsed.data)
    return operation.outcome(await accountForApproval(approval.approval_id, requester.operator.id, carriedOut))
  }

/** Undoes what a request that was just rejected or withdrawn had begun, and returns a message about it. */
export type RejectRequest = (
  context: OperatorContext,
  approval: Pick<Approval, 'call' | 'kind' | 'payload'>,
  state: 'rejected' | 'withdrawn',
) => Promise<string | undefined>

export const rejectWith =
  (executors: Executors): RejectRequest =>
  async (context, { call, kind, payload }, state) =>
    call === null ? executorOf(executors, kind).rejectOrWithdraw?.(context, payload, state) : undefined

function executorOf(executors: Executors, kind: ApprovalKind): Executor {
  const executor = Object.entries(executors).find(([name]) => name === kind)?.[1]
  if (!executor) throw new Error(`${kind} has no executor`)
  return executor
}

function keptOperation(deferredOperations: Parts['deferredOperations'], call: string) {
  const operation = deferredOperations[call]
  if (!operation || !(call in operations)) throw new Error(`${call} is no operation that is kept`)
  // The `in` check above guarantees that the name exists.
  const definition: Operation = operations[call as OperationName]
  return { operation, definition }
}

/** Finds the evidence for the second operator, from the module that will carry the request out. */
export type FindEvidence = (
  database: Database,
  approval: Pick<Approval, 'call' | 'kind' | 'payload'>,
) => Promise<Evidence[]>

export const evidenceWith =
  ({ executors, deferredOperations }: Omit<Parts, 'handlers'>): FindEvidence =>
  async (database, { call, kind, payload }) => {
    if (call === null) return executorOf(executors, kind).evidence(database, payload)
    const { operation, definition } = keptOperation(deferredOperations, call)
    const parsed = definition.input.safeParse(payload)
    if (!parsed.success) return [{ label: '申请', value: '内容已不再适用，请驳回', tone: 'danger' }]
    return operation.evidence(database, parsed.data)
  }

/**
 * The second operator relied on the summary, so it must still be true: the facts behind it, or its wording where a request has no
 * facts.
 */
async function requireAsDescribed(
  { system }: OperatorContext,
  { target, summary, facts, requester_id }: Approval,
  operation: AnyDeferredOperation,
  input: unknown,
): Promise<void> {
  const now = await operation.describe(system, input, requester_id)
  const isSame = now?.target === target && (facts === null ? now.summary === summary : digestOf(now.facts) === facts)
  if (!isSame)
    throw new ApprovalProblem(
      now
        ? `情况在提交之后有变化${facts === null ? '（或程序升级后说法不同）' : ''}，现为：${now.summary}。请驳回后重新提交`
        : '情况在提交之后有变化，已无需执行或无法执行，请驳回',
    )
}

/** The requester must still be allowed to make the request. */
async function requesterOf(
  { system }: OperatorContext,
  { requester_id: id }: Approval,
  { access, effect }: Pick<Operation, 'access' | 'effect'>,
): Promise<Pick<OperatorContext, 'operator'>> {
  const found = await findRequester(system, id)
  const admitted = found?.active && (typeof access === 'string' || mayCall(found.roles, { access, effect }))
  if (!found || !admitted) throw new ApprovalProblem('提交人已停用或不再有此权限，请驳回')
  const { active: _, ...operator } = found
  return { operator }
}
