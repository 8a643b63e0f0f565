import { trialDays, trialPersonDays } from '#contract/trial-names.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { companyNamed } from '#server/modules/accounts/operations.sql.ts'
import { findLineSku } from './trials.sql.ts'

export const trialsKept: DeferredOperationsFor<'openTrial'> = {
  openTrial: {
    async describe(database, { company_id, sku_id, reason }) {
      const company = await companyNamed(database, company_id)
      const sku = await findLineSku(database, sku_id)
      if (company === undefined || !sku) return undefined
      return {
        target: `company:${company_id}`,
        summary: `为${company}开通 ${trialDays} 天试用：一条${sku.city}专线，${trialPersonDays} 人天${reason ? `；${reason}` : ''}`,
        value: trialPersonDays,
      }
    },
    outcome: ({ ends_at }) => ({ result: `试用已开通，${dayInChina(ends_at)} 到期` }),
  },
}
