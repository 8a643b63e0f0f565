import { money } from '#server/core/yuan.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { companyNamed } from '#server/modules/accounts/operations.sql.ts'
import { balanceOf } from './balance.ts'

export const deferredBalanceOperations: DeferredOperationsFor<'correctCompanyBalance'> = {
  correctCompanyBalance: {
    async describe(database, { company_id, amount, reason }) {
      const company = await companyNamed(database, company_id)
      if (company === undefined) return undefined
      const now = await balanceOf(database, company_id)
      return {
        target: `company:${company_id}`,
        summary: `${amount > 0 ? '增加' : '减少'}${company}的余额 ${money(Math.abs(amount))}（提交时余额 ${money(now)}）：${reason}`,
        value: Math.abs(amount),
      }
    },
    outcome: ({ amount }) => ({ result: `已更正，现有余额 ${money(amount)}` }),
  },
}
