import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { redInvoice } from '#contract/records/red-invoice.ts'
import type { Database } from '#server/database/database.ts'

/** A red invoice with its file's id, for which a list shows an address. */
export const redRow = redInvoice.schema.omit({ file_url: true }).extend({ file_id: id })

/** The red invoices of an invoice, which the enclosing statement names, as a column. */
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

const refunded = z.object({ order_id: id, amount: z.int() })

/** Returns the completed refunds of an invoice's orders, the last first. An overpayment was never part of the order. */
export const doneRefunds = (database: Database, companyId: string, invoiceId: string) =>
  database.rows(refunded)`
    select refund.order_id, refund.amount from invoice_order
    join refund on refund.company_id = ${companyId} and refund.order_id = invoice_order.order_id
    where invoice_order.company_id = ${companyId} and invoice_order.invoice_id = ${invoiceId}
      and refund.state = 'done' and refund.kind not in ('surplus', 'mismatch')
    order by done_at desc, refund.id desc`
