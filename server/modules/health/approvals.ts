import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { readyPreparation } from './preparations.sql.ts'

export const deferredHealthOperations: DeferredOperationsFor<'switchRestore'> = {
  switchRestore: {
    async describe(database, { preparation_id, reason }) {
      const found = await readyPreparation(database, preparation_id)
      return (
        found && {
          target: `restore_preparation:${preparation_id}`,
          summary: `换上恢复到 ${found.moment} 的数据：这一刻之后的一切不再在库里，门户重新启动，所有人须重新登录；原因：${reason}`,
          value: undefined,
        }
      )
    },
    outcome: () => ({ result: '正在换上，门户会重新启动' }),
  },
}
