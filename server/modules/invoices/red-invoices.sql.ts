import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { redInvoice } from '#contract/records/red-invoice.ts'
import type { Database } from '#server/database/database.ts'

/** A red invoice with its file's id, for which a list shows an address. */
export const redRow = redInvoice.schema.omit({ file_url: true }).extend({ file_id: id })

/** The red invoices of an invoice, which the statement around this knows by a name, as a column. */
export const redInvoices = (invoice: Sql) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('red_invoice_id', red.id, 'invoice_number', red.invoice_number,
    'amount', red.amount, 'reason', red.reason, 'issued_at', to_char(red.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'file_id', red.file_id) order by red.id), '[]')
  from red_invoice red where red.company_id = ${invoice}.company_id and red.invoice_id = ${invoice}.id)`

interface NewRedInvoice {
  companyId: string
  invoiceId: string
  number: string
  fileId: string
  amount: number
  reason: string
}

const added = z.object({ id })

export const insertRedInvoice = (
  database: Database,
  { companyId, invoiceId, number, fileId, amount, reason }: NewRedInvoice,
) =>
  database.row(added)`
    insert into red_invoice (company_id, invoice_id, invoice_number, file_id, amount, reason)
    values (${companyId}, ${invoiceId}, ${number}, ${fileId}, ${amount}, ${reason}) returning id`

/** The invoice is for no more than its orders came to from here on. */
export const followRefunds = (database: Database, companyId: string, invoiceId: string) =>
  database.change`
    update invoice_order set red_amount = invoice_order.amount - payable + refunded_amount from shop_order
    where invoice_order.company_id = ${companyId} and invoice_order.invoice_id = ${invoiceId}
      and shop_order.company_id = ${companyId} and shop_order.id = invoice_order.order_id
      and shop_order.invoice_id = ${invoiceId}
      and payable - refunded_amount < invoice_order.amount - red_amount`
