import { bankFields } from '#contract/records/invoice-fields.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { lockCompany } from '#server/modules/companies/operations.sql.ts'
import {
  countTitles,
  deleteTitle,
  insertTitle,
  listTitles,
  preferNone,
  updateTitle,
  verifiedName,
} from './titles.sql.ts'

export const mostTitles = 30

export const titlesCalls = {
  async getInvoiceTitleList({ company, membership: { companyId } }) {
    const [titles, verified] = await together(company, database => [
      listTitles(database, companyId),
      verifiedName(database, companyId),
    ])
    // The membership was read a moment ago, so a company that is missing has gone since.
    if (!verified) throw new Refusal(-41017)
    return { list: titles, verified }
  },

  async setInvoiceTitle({ company, membership: { companyId } }, { title_id, ...input }) {
    if (input.kind === 'special' && bankFields.some(name => !input[name])) throw new Refusal(-51002)
    return company.transaction(async transaction => {
      // Only one is preferred, and their number is limited.
      await lockCompany(transaction, companyId)
      const count = await countTitles(transaction, companyId)
      if (title_id === undefined && count >= mostTitles) throw new Refusal(-51005, mostTitles)
      if (input.preferred) await preferNone(transaction, companyId)
      const title =
        title_id === undefined
          ? await insertTitle(transaction, companyId, { ...input, preferred: input.preferred || !count })
          : await updateTitle(transaction, companyId, title_id, input)
      if (!title) throw new Refusal(-51001)
      await recordActivity(transaction, companyId, [
        { action: 'invoice_title.saved', id: title.title_id, name: title.title },
      ])
      return title
    })
  },

  async delInvoiceTitle({ company, membership: { companyId } }, { title_id }) {
    await company.transaction(async transaction => {
      const deleted = orRefuse(await deleteTitle(transaction, companyId, title_id), -51001)
      const entry = { action: 'invoice_title.deleted' as const, id: title_id, name: deleted.title }
      await recordActivity(transaction, companyId, [entry])
    })
  },
} satisfies SomeHandlers
