import { type OperatorRole, roleDuties, roleNames } from '#contract/operations/operator-names.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'
import { findOperator, listedOperator, type OperatorRow, operatorNamed } from './operators.sql.ts'

const named = ({ display_name, name }: Pick<OperatorRow, 'display_name' | 'name'>) => `${display_name}（${name}）`
const inWords = (roles: readonly OperatorRole[]) => roles.map(role => roleNames[role]).join('、')

const findOther = async (database: Database, id: string, requesterId: string) =>
  id === requesterId ? undefined : findOperator(database, id)

/** A change that grants power needs a confirmation; one that removes it must not wait. */
export const deferredOperatorOperations: DeferredOperationsFor<'setOperator' | 'setOperatorState' | 'resetOperator'> = {
  setOperator: {
    async describe(database, input, requesterId) {
      if (input.operator_id === undefined)
        return (await operatorNamed(database, input.name))
          ? undefined
          : {
              target: `operator:${input.name}`,
              companyId: null,
              summary: `添加操作员 ${named(input)}，角色：${inWords(input.roles)}`,
              value: undefined,
            }
      const before = await findOther(database, input.operator_id, requesterId)
      if (!before) return undefined
      const { roles = before.roles, display_name = before.display_name } = input
      if (roles.every(role => before.roles.includes(role))) return undefined
      return {
        target: `operator:${input.operator_id}`,
        companyId: null,
        summary: `操作员 ${named(before)}的角色由 ${inWords(before.roles)} 改为 ${inWords(roles)}，姓名：${display_name}`,
        value: undefined,
      }
    },
    async evidence(database, input) {
      const isNew = input.operator_id === undefined
      const { display_name, roles = [] } = input
      return [
        ...(isNew ? [{ label: '用户名', value: input.name }] : await operatorEvidence(database, input.operator_id)),
        ...(display_name === undefined ? [] : [{ label: '姓名', value: display_name }]),
        ...roles.map(role => ({ label: `${isNew ? '角色：' : '改为'}${roleNames[role]}`, value: roleDuties[role] })),
      ]
    },
    outcome: ({ password }) =>
      password === null ? { result: '已修改' } : { result: '已添加', firstPassword: password },
  },

  setOperatorState: {
    async describe(database, { operator_id: id, state }, requesterId) {
      const before = state === 'active' ? await findOther(database, id, requesterId) : undefined
      if (before?.state !== 'disabled') return undefined
      return {
        target: `operator:${id}`,
        companyId: null,
        summary: `恢复操作员 ${named(before)}，角色：${inWords(before.roles)}`,
        value: undefined,
      }
    },
    evidence: (database, { operator_id }) => operatorEvidence(database, operator_id),
    outcome: () => ({ result: '已恢复' }),
  },

  resetOperator: {
    async describe(database, { operator_id: id, totp }, requesterId) {
      const before = await findOther(database, id, requesterId)
      if (!before) return undefined
      return {
        target: `operator:${id}`,
        companyId: null,
        summary: `重置操作员 ${named(before)}的密码${totp ? '并解除其动态验证器与通行密钥' : ''}，角色：${inWords(before.roles)}`,
        value: undefined,
      }
    },
    evidence: (database, { operator_id }) => operatorEvidence(database, operator_id),
    outcome: ({ password }) => ({ result: '已重置', firstPassword: password }),
  },
}

/** Describes the present rights of an operator in the back office. */
async function operatorEvidence(database: Database, id: string): Promise<Evidence[]> {
  const found = await listedOperator(database, id)
  if (!found) return []
  const { last_login_at, sessions, state } = found
  return [
    { label: '操作员', value: `${named(found)}，${state === 'active' ? '在用' : '已停用'}` },
    { label: '现有角色', value: inWords(found.roles) },
    {
      label: '登录',
      value: `${last_login_at ? `最近 ${dayInChina(last_login_at)}` : '从未登录'}，${sessions ? `有 ${sessions} 处登录` : '现在没有登录'}`,
    },
    { label: '动态验证器', value: found.totp ? '已绑定' : '未绑定', ...(!found.totp && { tone: 'warning' as const }) },
    { label: '建立', value: dayInChina(found.created_at) },
  ]
}
