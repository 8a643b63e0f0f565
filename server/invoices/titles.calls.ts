import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import {
  countTitles,
  deleteTitle,
  insertTitle,
  listTitles,
  lockTitles,
  preferNone,
  type Title,
  updateTitle,
  verifiedName,
} from './titles.sql.ts'

export const mostTitles = 30

export const titlesCalls: HandlersFor<'getInvoiceTitleList' | 'setInvoiceTitle' | 'delInvoiceTitle'> = {
  async getInvoiceTitleList({ company, membership: { companyId } }) {
    const [titles, verified] = await Promise.all([listTitles(company, companyId), verifiedName(company, companyId)])
    // The membership was read a moment ago; the company is there or has gone since.
    if (!verified) throw new Refusal(-41017)
    return { list: titles.map(shown), verified }
  },

  async setInvoiceTitle({ company, membership: { companyId } }, { title_id, ...given }) {
    if (given.kind === 'special' && !(given.address && given.phone && given.bank && given.bank_account))
      throw new Refusal(-51002)
    const saved = await company.transaction(async transaction => {
      await lockTitles(transaction, companyId)
      const count = await countTitles(transaction, companyId)
      if (title_id === undefined && count >= mostTitles) throw new Refusal(-51005, mostTitles)
      if (given.preferred) await preferNone(transaction, companyId)
      const title =
        title_id === undefined
          ? await insertTitle(transaction, companyId, { ...given, preferred: given.preferred || !count })
          : await updateTitle(transaction, companyId, title_id, given)
      if (!title) throw new Refusal(-51001)
      return title
    })
    return shown(saved)
  },

  async delInvoiceTitle({ company, membership: { companyId } }, { title_id }) {
    if (!(await deleteTitle(company, companyId, title_id))) throw new Refusal(-51001)
    return {}
  },
}

const shown = ({ id, ...title }: Title) => ({ title_id: id, ...title })
