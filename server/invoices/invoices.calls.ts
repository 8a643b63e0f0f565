import { listedRows } from '#contract/people.ts'
import { actorOf } from '../employees/people.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { signedAddress } from '../uploads/signed-address.ts'
import {
  countInvoices,
  decideInvoice,
  freeOrders,
  insertInvoice,
  listInvoiceable,
  listInvoices,
  lockOrders,
  lockOrdersOf,
  markOrders,
  newInvoiceId,
  sumInvoiceable,
} from './invoices.sql.ts'
import { findTitle } from './titles.sql.ts'

export const invoicesCalls: HandlersFor<
  'getInvoiceableOrderList' | 'requestInvoice' | 'getInvoiceList' | 'withdrawInvoice'
> = {
  async getInvoiceableOrderList({ company, membership: { companyId } }, { page, page_size }) {
    const [rows, sums] = await Promise.all([
      listInvoiceable(company, companyId, pageOf(page, page_size)),
      sumInvoiceable(company, companyId, listedRows),
    ])
    return {
      list: rows.map(({ id, number, fulfilled_at, ...row }) => ({
        order_id: id,
        order_number: number,
        ...row,
        fulfilled_at: fulfilled_at.toISOString(),
      })),
      total: sums?.count ?? 0,
      amount_total: sums?.amount ?? 0,
    }
  },

  async requestInvoice({ company, membership }, { order_ids, title_id, remark }) {
    const { companyId } = membership
    const orderIds = [...new Set(order_ids)]
    return company.transaction(async transaction => {
      const title = await findTitle(transaction, companyId, title_id)
      if (!title) throw new Refusal(-51001)
      await lockOrders(transaction, companyId, orderIds)
      const id = await newInvoiceId(transaction)
      const orders = await markOrders(transaction, companyId, orderIds, id)
      if (orders.length !== orderIds.length) throw new Refusal(-51003)
      const { name } = await actorOf(transaction, membership)
      const amount = await insertInvoice(transaction, { id, companyId, title, remark, askedBy: name, orders })
      return { invoice_id: id, amount }
    })
  },

  async getInvoiceList({ company, services, membership: { companyId } }, { state, page, page_size }) {
    const [rows, total] = await Promise.all([
      listInvoices(company, companyId, { state, ...pageOf(page, page_size) }),
      countInvoices(company, companyId, state, listedRows),
    ])
    return {
      list: rows.map(({ id, file_id, asked_at, decided_at, ...row }) => ({
        invoice_id: id,
        ...row,
        file_url: file_id && signedAddress(services.config, file_id),
        asked_at: asked_at.toISOString(),
        decided_at: decided_at?.toISOString() ?? null,
      })),
      total,
    }
  },

  async withdrawInvoice({ company, membership: { companyId } }, { invoice_id }) {
    await company.transaction(async transaction => {
      await lockOrdersOf(transaction, companyId, invoice_id)
      if (!(await decideInvoice(transaction, companyId, invoice_id, 'asked', { state: 'withdrawn' })))
        throw new Refusal(-51004)
      await freeOrders(transaction, companyId, invoice_id)
    })
    return {}
  },
}

function pageOf(page: number, pageSize: number) {
  const offset = Math.min((page - 1) * pageSize, listedRows)
  return { offset, limit: Math.min(pageSize, listedRows - offset) }
}
