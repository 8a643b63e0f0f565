import { Refusal } from '#server/core/refusal.ts'
import { startOfDay } from '#server/database/china-day.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { deleteSetting, findSetting, saveSetting } from './period.sql.ts'
import { afterDay, remarkOf, requestForPeriod } from './period.ts'
import { holdTitle } from './titles.sql.ts'

export const periodInvoicesCalls = {
  async getInvoiceSetting({ company, membership: { companyId } }) {
    return { automatic: (await findSetting(company, companyId)) ?? null }
  },

  async setInvoiceSetting({ company, membership }, { title_id }) {
    const { companyId } = membership
    const { name } = membership
    const title = title_id === null ? undefined : await holdTitle(company, companyId, title_id)
    if (title_id !== null && !title) throw new Refusal(-51001)
    if (title) await saveSetting(company, companyId, title.title_id, name)
    else await deleteSetting(company, companyId)
    const entry = { action: 'invoice.automatic_set' as const, id: companyId, name: title?.title ?? '' }
    await recordActivity(company, companyId, [{ ...entry, detail: title ? '开启' : '关闭' }])
  },

  async requestPeriodInvoice({ company, membership }, { from, to, title_id, remark }) {
    const made = await requestForPeriod(company, {
      companyId: membership.companyId,
      titleId: title_id,
      since: startOfDay(from),
      until: afterDay(to),
      remark: remarkOf(from, to, remark),
    })
    if (!made) throw new Refusal(-51001)
    if (!made.orders) throw new Refusal(-51006)
    return made
  },
} satisfies SomeHandlers
