import { operations } from '#contract/operations/index.ts'
import { operator } from '#contract/records/operator.ts'
import { approvalsOn } from '../approvals.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

export async function operatorRecords(
  portal: Awaited<ReturnType<typeof testPortal>>,
): Promise<Record<string, WrittenRecord>> {
  const { make, operate } = portal
  const { decide } = approvalsOn(portal)
  const [owner, secondOwner] = [await make.operator(), await make.operator()]
  const name = () => `n${crypto.randomUUID().slice(0, 8)}`

  async function setOperator(values: Values) {
    const profile = { name: name(), display_name: '新来的', roles: ['content' as const] }
    const input = { ...profile, ...values }
    const answer = await operate('setOperator', input, owner)
    // A refusal's data, which the contract does not type.
    const { approval_id } = answer.data as unknown as { approval_id?: string }
    if (answer.code !== 200 && !approval_id) return notWritten(answer)
    if (approval_id) await decide(approval_id, secondOwner)
    const { list } = (await operate('getOperatorList', { keyword: input.name }, owner)).data
    return list[0]?.operator_id ?? notWritten(answer)
  }

  return {
    operator: {
      record: operator,
      read: async operator_id =>
        (await operate('getOperatorList', { page_size: 100 }, owner)).data.list.find(
          one => one.operator_id === operator_id,
        ),
      values: { name, roles: () => ['support', 'network'], state: () => 'disabled' },
      writings: [
        {
          call: 'setOperator, which adds',
          fields: without(operations.setOperator.input.shape, 'operator_id'),
          write: setOperator,
        },
        {
          call: 'setOperator, which changes',
          fields: without(operations.setOperator.input.shape, 'operator_id', 'name'),
          write: async values => {
            const { id: operator_id, name } = await make.operator('content')
            return setOperator({ operator_id, name, ...values })
          },
        },
        {
          call: 'setOperatorState',
          fields: without(operations.setOperatorState.input.shape, 'operator_id'),
          write: async values => {
            const { id: operator_id } = await make.operator('content')
            const answer = await operate('setOperatorState', { operator_id, state: 'active', ...values }, owner)
            return answer.code === 200 ? operator_id : notWritten(answer)
          },
        },
      ],
    },
  }
}
