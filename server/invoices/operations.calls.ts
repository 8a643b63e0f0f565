import { invoiceMegabytes } from '#contract/operations/sales-names.ts'
import { countedRows, listedPage, listedTotal } from '../database/listed.ts'
import { Refusal } from '../http/envelope.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { signedAddress } from '../uploads/signed-address.ts'
import { issueInvoice, rejectInvoice, reverseInvoice } from './deciding.ts'
import { countInvoiceRequests, invoiceRows } from './operations.sql.ts'

export const invoicesOperations: OperationHandlersFor<
  'getInvoiceRequestList' | 'issueInvoiceRequest' | 'rejectInvoiceRequest' | 'reverseIssuedInvoice'
> = {
  async getInvoiceRequestList({ system, services }, { page, page_size, ...filter }) {
    const [rows, counted] = await Promise.all([
      invoiceRows(system, filter, listedPage({ page, page_size })),
      countInvoiceRequests(system, filter, countedRows),
    ])
    const list = rows.map(({ file_id, asked_at, decided_at, ...invoice }) => ({
      ...invoice,
      file_url: file_id && signedAddress(services.config, file_id),
      asked_at: asked_at.toISOString(),
      decided_at: decided_at?.toISOString() ?? null,
    }))
    return { list, ...listedTotal(counted) }
  },

  async issueInvoiceRequest({ services, upload, actor }, { invoice_id, invoice_number }) {
    if (upload.truncated) throw new Refusal(-45002, invoiceMegabytes)
    const { content } = upload
    await issueInvoice(services, { invoiceId: invoice_id, number: invoice_number, content, actor })
    return {}
  },

  async rejectInvoiceRequest({ services, actor }, { invoice_id, reason }) {
    await rejectInvoice(services, { invoiceId: invoice_id, reason, actor })
    return {}
  },

  async reverseIssuedInvoice({ services, actor }, { invoice_id, reason }) {
    await reverseInvoice(services, { invoiceId: invoice_id, reason, actor })
    return {}
  },
}
