import { type OperatorRole, roleNames } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { findOperator, type OperatorRow, operatorNamed } from './operators.sql.ts'

const named = ({ display_name, name }: Pick<OperatorRow, 'display_name' | 'name'>) => `${display_name}（${name}）`
const inWords = (roles: readonly OperatorRole[]) => roles.map(role => roleNames[role]).join('、')

const findOther = async (database: Database, id: string, requesterId: string) =>
  id === requesterId ? undefined : findOperator(database, id)

/** Whatever gives somebody power needs a confirmation; what takes it away must not wait. */
export const deferredOperatorOperations: DeferredOperationsFor<'setOperator' | 'setOperatorState' | 'resetOperator'> = {
  setOperator: {
    async describe(database, { operator_id: id, ...profile }, requesterId) {
      if (id === undefined)
        return (await operatorNamed(database, profile.name))
          ? undefined
          : {
              target: `operator:${profile.name}`,
              summary: `新增操作员 ${named(profile)}，角色：${inWords(profile.roles)}`,
              value: undefined,
            }
      const before = await findOther(database, id, requesterId)
      if (!before || profile.roles.every(role => before.roles.includes(role))) return undefined
      return {
        target: `operator:${id}`,
        summary: `操作员 ${named(before)}的角色由 ${inWords(before.roles)} 改为 ${inWords(profile.roles)}，姓名：${profile.display_name}`,
        value: undefined,
      }
    },
    outcome: ({ password }) =>
      password === null ? { result: '已修改' } : { result: '已新增', firstPassword: password },
  },

  setOperatorState: {
    async describe(database, { operator_id: id, state }, requesterId) {
      const before = state === 'active' ? await findOther(database, id, requesterId) : undefined
      if (before?.state !== 'disabled') return undefined
      return {
        target: `operator:${id}`,
        summary: `恢复操作员 ${named(before)}，角色：${inWords(before.roles)}`,
        value: undefined,
      }
    },
    outcome: () => ({ result: '已恢复' }),
  },

  resetOperator: {
    async describe(database, { operator_id: id, totp }, requesterId) {
      const before = await findOther(database, id, requesterId)
      if (!before) return undefined
      return {
        target: `operator:${id}`,
        summary: `重置操作员 ${named(before)}的密码${totp ? '并解除其动态验证器与通行密钥' : ''}，角色：${inWords(before.roles)}`,
        value: undefined,
      }
    },
    outcome: ({ password }) => ({ result: '已重置', firstPassword: password }),
  },
}
