import { expect } from 'vitest'
import type { OperationInput, OperationName } from '#contract/operations/index.ts'
import type { ApprovalKind } from '#contract/operations/operator-names.ts'
import type { TestOperator } from './make-operators.ts'
import type { testPortal } from './portal.ts'

/** Returns the half of a password in a text that is shown once. */
export const halfIn = (text: string | null | undefined) => / ([a-z2-9]{10})，/.exec(text ?? '')?.[1] ?? ''

/** Policies, and the requests that they keep for a second operator. */
export function approvalsOn({ operate, system }: Pick<Awaited<ReturnType<typeof testPortal>>, 'operate' | 'system'>) {
  const setPolicy = (kind: ApprovalKind, threshold: number | null, roles: string[] = ['owner', 'finance']) =>
    system.change`update approval_policy set threshold = ${threshold}, roles = ${roles} where kind = ${kind}`

  /** Resets what operators did alone today, and what companies were given. */
  async function forgetUse() {
    await system.change`delete from approval_use`
    await system.change`delete from approval_company_use`
  }

  async function resetPolicies() {
    for (const kind of ['hours', 'coupon', 'extension'] as const) await setPolicy(kind, null)
    await system.change`delete from approval_limit`
    await forgetUse()
  }

  /** Makes a request that has to be kept; returns the approval's id. */
  async function kept<Name extends OperationName>(name: Name, input: OperationInput<Name>, by: TestOperator) {
    const answer = await operate(name, input, by)
    expect(answer).toMatchObject({ code: -53013, msg: '已提交，等待另一位同事确认' })
    // A refusal's data, which the contract does not type.
    return (answer.data as unknown as { approval_id: string }).approval_id
  }

  const decide = (approval_id: string, by: TestOperator, decision: 'confirm' | 'reject' | 'withdraw' = 'confirm') =>
    operate('decideApproval', { approval_id, decision, ...(decision === 'reject' && { reason: '不同意' }) }, by)

  /**
   * Makes a request that has to be kept, and has another operator confirm it. If it shows a password once, both report their half.
   */
  async function confirmed<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    [by, confirmer]: readonly [TestOperator, TestOperator],
  ) {
    const approval_id = await kept(name, input, by)
    const answer = await decide(approval_id, confirmer)
    expect(answer.code).toBe(200)
    const { once } = answer.data
    if (once === null) return { ...answer.data, password: '' }
    const taken = await operate('takePasswordHalf', { approval_id }, by)
    return { ...answer.data, password: halfIn(taken.data.once) + halfIn(once) }
  }

  const listed = async (id: string, by: TestOperator) =>
    (await operate('getApprovalList', { page_size: 100 }, by)).data.list.find(({ approval_id }) => approval_id === id)

  return { setPolicy, resetPolicies, forgetUse, kept, decide, confirmed, listed }
}
