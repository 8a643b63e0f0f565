import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { OperationInput, OperationName } from '#contract/operations/index.ts'
import type { ApprovalKind } from '#contract/operations/operator-names.ts'
import type { MadeOperator } from './make-operators.ts'
import type { testPortal } from './portal.ts'

/** Policies, and requests that are kept by them for a second operator. */
export function approvalsOn({ operate, system }: Pick<Awaited<ReturnType<typeof testPortal>>, 'operate' | 'system'>) {
  const setPolicy = (kind: ApprovalKind, threshold: number | null, roles: string[] = ['owner', 'finance']) =>
    system.change(sql`update approval_policy set threshold = ${threshold}, roles = ${roles} where kind = ${kind}`)

  async function resetPolicies() {
    for (const kind of ['hours', 'coupon', 'extension', 'write_off'] as const) await setPolicy(kind, null)
    await setPolicy('operator', null, ['owner'])
  }

  /** Asks for what has to be kept; answers the approval's id. */
  async function kept<Name extends OperationName>(name: Name, input: OperationInput<Name>, by: MadeOperator) {
    const answer = await operate(name, input, by)
    expect(answer).toMatchObject({ code: -53013, msg: '已提交，等待另一位同事确认' })
    // A refusal's data, of which the contract says nothing.
    return (answer.data as unknown as { approval_id: string }).approval_id
  }

  const decide = (approval_id: string, by: MadeOperator, decision: 'confirm' | 'reject' | 'withdraw' = 'confirm') =>
    operate('decideApproval', { approval_id, decision, ...(decision === 'reject' && { reason: '不同意' }) }, by)

  const listed = async (id: string, by: MadeOperator) =>
    (await operate('getApprovalList', { page_size: 100 }, by)).data.list.find(({ approval_id }) => approval_id === id)

  return { setPolicy, resetPolicies, kept, decide, listed }
}
