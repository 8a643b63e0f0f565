import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { InvoiceState } from './invoices.sql.ts'

export interface Invoice {
  id: string
  company_id: string
  company_name: string
  state: InvoiceState
  amount: number
  kind: 'normal' | 'special'
  title: string
  tax_number: string
  email: string
  invoice_number: string | null
  asked_at: Date
  /** Numbers of its orders that were given back. */
  refunded: string[]
  /** Numbers of its orders that are no longer as they were, those among them. */
  changed: string[]
}

const columns = sql`invoice.id, invoice.company_id, company.name as company_name, invoice.state, invoice.amount, invoice.kind,
  title, tax_number, email, invoice_number, asked_at,
  array(select number from shop_order where shop_order.company_id = invoice.company_id and invoice_id = invoice.id
    and shop_order.state = 'refunded' order by number) as refunded,
  array(select number from shop_order where shop_order.company_id = invoice.company_id and invoice_id = invoice.id
    and shop_order.state <> 'fulfilled' order by number) as changed`

export const findInvoice = (database: Database, invoiceId: string) =>
  database.row<Invoice>(sql`
    select ${columns} from invoice join company on company.id = invoice.company_id where invoice.id = ${invoiceId}`)

/** What waits for an operator: asked ones, the oldest first, and issued ones of which an order was given back. */
export const waitingInvoices = (database: Database, limit: number) =>
  database.rows<Invoice>(sql`
    (select ${columns} from invoice join company on company.id = invoice.company_id
      where invoice.state = 'asked' order by asked_at limit ${limit})
    union all
    (select ${columns} from invoice join company on company.id = invoice.company_id
      where invoice.state = 'issued' and (invoice.company_id, invoice.id) in (
        select company_id, invoice_id from shop_order where state = 'refunded' and invoice_id is not null)
      order by asked_at limit ${limit})`)

export const insertInvoiceFile = (
  database: Database,
  file: { size: number; sha256: string; storageKey: string; fileName: string },
) =>
  database.row<{ id: string }>(sql`
    insert into stored_file (purpose, content_type, size, sha256, storage_key, file_name)
    values ('invoice', 'application/pdf', ${file.size}, ${file.sha256}, ${file.storageKey}, ${file.fileName})
    returning id`)
