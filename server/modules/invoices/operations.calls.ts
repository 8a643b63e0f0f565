import { invoiceMegabytes } from '#contract/operations/sales-names.ts'
import { listedRows } from '#contract/people.ts'
import { Refusal } from '#server/core/refusal.ts'
import { listedPage } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { issueInvoice, rejectInvoice } from './deciding.ts'
import { withFileUrls } from './file-url.ts'
import { countInvoiceRequests, invoiceRows, isFrequentTitle } from './operations.sql.ts'
import { reverseInvoice } from './reversing.ts'
import { askNow, requestBlue, requestRed, stopAsking } from './tax/requesting.ts'

export const invoicesOperations = {
  async getInvoiceRequestList({ system, services }, { page, page_size, ...filter }) {
    const frequent = await isFrequentTitle(system, filter)
    const [rows, total] = await together(system, database => [
      invoiceRows(database, filter, frequent, listedPage({ page, page_size })),
      countInvoiceRequests(database, filter, frequent, listedRows),
    ])
    const list = rows.map(row => withFileUrls(services.config, row))
    return { list, ...total, tax_service: services.tax !== undefined }
  },

  async issueInvoiceRequest({ services, upload }, { invoice_id, invoice_number }) {
    if (upload.truncated) throw new Refusal(-45002, invoiceMegabytes)
    const { content } = upload
    await issueInvoice(services, { invoiceId: invoice_id, number: invoice_number, content })
  },

  async issueByTaxService(context, { invoice_id }) {
    await requestBlue(context, invoice_id)
  },

  async askTaxServiceNow(context, { invoice_id }) {
    await askNow(context, invoice_id)
  },

  async stopTaxService(context, { invoice_id, reason }) {
    await stopAsking(context, invoice_id, reason)
  },

  async reverseByTaxService(context, input) {
    await requestRed(context, input)
  },

  async rejectInvoiceRequest({ services }, { invoice_id, reason }) {
    await rejectInvoice(services, { invoiceId: invoice_id, reason })
  },

  async reverseIssuedInvoice({ services, upload }, { invoice_id, invoice_number, ...paper }) {
    if (upload.truncated) throw new Refusal(-45002, invoiceMegabytes)
    const { content } = upload
    await reverseInvoice(services, { invoiceId: invoice_id, number: invoice_number, content, ...paper })
  },
} satisfies SomeOperations
