import { paths } from '#contract/paths.ts'
import { orRefuse } from '#server/core/refusal.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { countTrials, decline, listOffers, listTrials } from './trials.sql.ts'
import { openTrial } from './trials.ts'

export const trialsOperations = {
  getTrialList: ({ system }, { page, page_size, ...filter }) =>
    listAndTotal(system, database => [
      listTrials(database, filter, pageOf({ page, page_size })),
      countTrials(database, filter),
    ]),

  getTrialOffers: async ({ system }) => ({ list: await listOffers(system) }),

  openTrial: ({ system, services, operator }, { company_id: companyId, sku_id: skuId, reason }) =>
    openTrial(system, { services, operator, companyId, skuId, reason }),

  async declineTrial({ system, services, operator }, { trial_id, reason }) {
    const declined = orRefuse(await decline(system, trial_id, operator.display_name, reason), -53301)
    const { company_id: companyId } = declined
    const entry = { action: 'trial.declined' as const, id: companyId, name: '', detail: reason }
    await recordActivity(system, companyId, [entry])
    await notify(system, services, {
      to: { managersOfCompany: companyId },
      kind: 'gift_received',
      subject: `trial_declined:${trial_id}`,
      title: '试用申请未通过',
      text: `产品试用的申请未通过：${reason}。可以补充说明后再次申请。`,
      link: paths.company,
    })
    await recordAudit(system, { action: 'trial.declined', target: `company:${companyId}`, after: { reason } })
  },
} satisfies SomeOperations
