import { balanceKindNames } from '#contract/balance-names.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { money, moneyChange } from '#server/core/yuan.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { companyEvidence } from '#server/modules/accounts/company-evidence.ts'
import { companyNamed } from '#server/modules/accounts/operations.sql.ts'
import { listEntries, lockBalance } from './balance.sql.ts'
import { balanceOf } from './balance.ts'

/** The most ledger entries that are shown; the balance's page has them all. */
const shownEntries = 5

export const deferredBalanceOperations: DeferredOperationsFor<'correctCompanyBalance'> = {
  correctCompanyBalance: {
    async describe(database, { company_id, amount, reason }) {
      const company = await companyNamed(database, company_id)
      if (company === undefined) return undefined
      const now = await lockBalance(database, company_id)
      return {
        target: `company:${company_id}`,
        companyId: company_id,
        summary: `${amount > 0 ? '增加' : '减少'}${company}的余额 ${money(Math.abs(amount))}（提交时余额 ${money(now)}）：${reason}`,
        value: Math.abs(amount),
      }
    },
    async evidence(database, { company_id, amount, reason }) {
      const now = await balanceOf(database, company_id)
      const entries = await listEntries(database, company_id, {}, { limit: shownEntries, offset: 0 })
      return [
        ...(await companyEvidence(database, company_id)),
        {
          label: '余额',
          value: `现为 ${money(now)}，更正后 ${now + amount < 0 ? '不足' : money(now + amount)}`,
          link: { page: 'balance', company_id },
          ...(now + amount < 0 && { tone: 'danger' }),
        },
        { label: '原因', value: reason },
        ...entries.map(({ kind, amount, balance_after, order_number, actor_name, note, created_at }) => ({
          label: dayInChina(created_at),
          value: `${balanceKindNames[kind]} ${moneyChange(amount)}，余额 ${money(balance_after)}${order_number ? `，订单 ${order_number}` : ''}，${actor_name}${note && `：${note}`}`,
          ...(order_number && { link: { page: 'order' as const, order_number } }),
        })),
      ]
    },
    outcome: ({ amount }) => ({ result: `已更正，现有余额 ${money(amount)}` }),
  },
}
