import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { lostSince, readyPreparation } from './preparations.sql.ts'

export const deferredHealthOperations: DeferredOperationsFor<'switchRestore'> = {
  switchRestore: {
    async describe(database, { preparation_id, reason, accept_inconsistent }) {
      const found = await readyPreparation(database, preparation_id)
      return (
        found && {
          target: `restore_preparation:${preparation_id}`,
          companyId: null,
          summary: `换上恢复到 ${found.moment} 的数据：这一刻之后的一切不再在库里，门户重新启动，所有人须重新登录${accept_inconsistent ? '；核对出的不一致已被接受' : ''}；原因：${reason}`,
          value: undefined,
        }
      )
    },
    async evidence(database, { preparation_id, reason }) {
      const lost = await lostSince(database, preparation_id)
      if (!lost) return []
      return [
        { label: '恢复到', value: lost.moment },
        {
          label: '检查',
          value: lost.findings || '没有发现问题',
          ...(lost.inconsistencies > 0 && { tone: 'danger' }),
        },
        {
          label: '此后的订单',
          value: lost.orders ? `${lost.orders} 笔，将不在库里` : '没有',
          ...(lost.orders > 0 && { tone: 'danger' }),
        },
        {
          label: '此后的收款',
          value: lost.payments ? `${lost.payments} 笔，将不在库里` : '没有',
          ...(lost.payments > 0 && { tone: 'danger' }),
        },
        { label: '原因', value: reason },
      ]
    },
    outcome: () => ({ result: '正在换上，门户会重新启动' }),
  },
}
