import { expect } from 'vitest'
import type { OperationInput, OperationName } from '#contract/operations/index.ts'
import type { ApprovalKind } from '#contract/operations/operator-names.ts'
import type { TestOperator } from './make-operators.ts'
import type { testPortal } from './portal.ts'

/** Policies, and requests that are kept by them for a second operator. */
export function approvalsOn({ operate, system }: Pick<Awaited<ReturnType<typeof testPortal>>, 'operate' | 'system'>) {
  const setPolicy = (kind: ApprovalKind, threshold: number | null, roles: string[] = ['owner', 'finance']) =>
    system.change`update approval_policy set threshold = ${threshold}, roles = ${roles} where kind = ${kind}`

  async function resetPolicies() {
    for (const kind of ['hours', 'coupon', 'extension', 'write_off'] as const) await setPolicy(kind, null)
  }

  /** Asks for what has to be kept; answers the approval's id. */
  async function kept<Name extends OperationName>(name: Name, input: OperationInput<Name>, by: TestOperator) {
    const answer = await operate(name, input, by)
    expect(answer).toMatchObject({ code: -53013, msg: '已提交，等待另一位同事确认' })
    // A refusal's data, of which the contract says nothing.
    return (answer.data as unknown as { approval_id: string }).approval_id
  }

  const decide = (approval_id: string, by: TestOperator, decision: 'confirm' | 'reject' | 'withdraw' = 'confirm') =>
    operate('decideApproval', { approval_id, decision, ...(decision === 'reject' && { reason: '不同意' }) }, by)

  /** Asks for what has to be kept, and has another confirm it. The answer may have a password that is shown once. */
  async function confirmed<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    [by, confirmer]: readonly [TestOperator, TestOperator],
  ) {
    const answer = await decide(await kept(name, input, by), confirmer)
    expect(answer.code).toBe(200)
    return { ...answer.data, password: /一次性密码 ([a-z2-9]{16})/.exec(answer.data.once ?? '')?.[1] ?? '' }
  }

  const listed = async (id: string, by: TestOperator) =>
    (await operate('getApprovalList', { page_size: 100 }, by)).data.list.find(({ approval_id }) => approval_id === id)

  return { setPolicy, resetPolicies, kept, decide, confirmed, listed }
}
