import { listedRows } from '#contract/people.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { listedPage } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { byPages, exportTable } from '#server/engines/sheets/export-table.ts'
import { invoiceExportColumns as columns } from './export-columns.ts'
import { withFileUrls } from './file-url.ts'
import { countInvoices, listInvoices } from './invoice-list.sql.ts'
import {
  decideInvoice,
  freeOrders,
  insertInvoice,
  listInvoiceable,
  lockOrders,
  lockOrdersOf,
  markOrders,
  newInvoiceId,
  sumInvoiceable,
} from './invoices.sql.ts'
import { taxServiceAsked } from './tax/requests.sql.ts'
import { findTitle } from './titles.sql.ts'

export const invoicesCalls = {
  async getInvoiceableOrderList({ company, membership: { companyId } }, { from, to, page, page_size }) {
    const [list, sums] = await together(company, database => [
      listInvoiceable(database, companyId, { from, to }, listedPage({ page, page_size })),
      sumInvoiceable(database, companyId, { from, to }, listedRows),
    ])
    return { list, total: 0, amount_total: 0, ...sums }
  },

  async requestInvoice({ company, membership }, { order_ids, title_id, remark }) {
    const { companyId } = membership
    const orderIds = [...new Set(order_ids)]
    const title = orRefuse(await findTitle(company, companyId, title_id), -51001)
    await lockOrders(company, companyId, orderIds)
    const id = await newInvoiceId(company)
    const orders = await markOrders(company, companyId, orderIds, id)
    if (orders.length !== orderIds.length) throw new Refusal(-51003)
    const amount = await insertInvoice(company, { id, companyId, title, remark, orders })
    await recordActivity(company, companyId, [{ action: 'invoice.requested', id, name: title.title }])
    return { invoice_id: id, amount }
  },

  async getInvoiceList({ company, services, membership: { companyId } }, { state, page, page_size }) {
    const [rows, total] = await together(company, database => [
      listInvoices(database, companyId, state, listedPage({ page, page_size })),
      countInvoices(database, companyId, state, listedRows),
    ])
    return { list: rows.map(row => withFileUrls(services.config, row)), total }
  },

  exportInvoices(context, { state }) {
    const { company, membership } = context
    const batches = (database: Database) => byPages(page => listInvoices(database, membership.companyId, state, page))
    return exportTable(context, { name: '发票', columns, from: company, batches })
  },

  async withdrawInvoice({ company, membership: { companyId } }, { invoice_id }) {
    await lockOrdersOf(company, companyId, invoice_id)
    // Guard: the tax service may answer with the invoice; a request to it is written under the same locks.
    if (await taxServiceAsked(company, companyId, invoice_id)) throw new Refusal(-59725)
    const withdrawn = await decideInvoice(company, companyId, invoice_id, 'asked', { state: 'withdrawn' })
    if (!withdrawn) throw new Refusal(-51004)
    await freeOrders(company, companyId, invoice_id)
    const entry = { action: 'invoice.withdrawn' as const, id: invoice_id, name: withdrawn.title }
    await recordActivity(company, companyId, [entry])
  },
} satisfies SomeHandlers
