import { trialDays, trialPersonDays, trialStateNames } from '#contract/trial-names.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { companyEvidence } from '#server/modules/accounts/company-evidence.ts'
import { companyNamed } from '#server/modules/accounts/operations.sql.ts'
import { findLineSku, hadTrial, listOffers, listTrials } from './trials.sql.ts'

/** The number of earlier trials and requests that are shown. */
const shownTrials = 5

export const trialsKept: DeferredOperationsFor<'openTrial'> = {
  openTrial: {
    async describe(database, { company_id, sku_id, reason }) {
      const company = await companyNamed(database, company_id)
      const sku = await findLineSku(database, sku_id)
      if (company === undefined || !sku) return undefined
      return {
        target: `company:${company_id}`,
        companyId: company_id,
        summary: `为${company}开通 ${trialDays} 天试用：一条${sku.city}专线，${trialPersonDays} 人天${reason ? `；${reason}` : ''}`,
        value: trialPersonDays,
      }
    },
    async evidence(database, { company_id, sku_id, reason }) {
      const sku = await findLineSku(database, sku_id)
      const left = (await listOffers(database)).find(offer => offer.sku_id === sku_id)?.left ?? 0
      const earlier = await listTrials(database, { company_id }, { limit: shownTrials, offset: 0 })
      return [
        ...(await companyEvidence(database, company_id)),
        ...(sku
          ? [
              {
                label: '专线',
                value: `${sku.city}，库存 ${left} 个地址`,
                ...(left === 0 && { tone: 'danger' as const }),
              },
            ]
          : []),
        ...(reason ? [{ label: '原因', value: reason }] : []),
        ...earlier.map(({ state, requested_by, requested_at, ends_at, note }) => ({
          label: state === 'requested' ? '企业的申请' : '此前的试用',
          value: `${trialStateNames[state]}${requested_at ? `，${requested_by} ${dayInChina(requested_at)} 申请` : ''}${ends_at ? `，${dayInChina(ends_at)} 到期` : ''}${note && `：${note}`}`,
          ...(state !== 'requested' && { tone: 'warning' as const }),
        })),
        ...(!earlier.some(({ ends_at }) => ends_at) && (await hadTrial(database, company_id))
          ? [{ label: '此前的试用', value: '同一信用代码的企业在注销之前试用过', tone: 'warning' as const }]
          : []),
      ]
    },
    outcome: ({ ends_at }) => ({ result: `试用已开通，${dayInChina(ends_at)} 到期` }),
  },
}
