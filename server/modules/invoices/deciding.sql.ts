import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { invoice } from '#contract/records/invoice.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

/** An invoice as the code that decides it sees it. */
const decidable = invoice.schema
  .pick({
    invoice_id: true,
    company_id: true,
    company_name: true,
    state: true,
    amount: true,
    kind: true,
    title: true,
    tax_number: true,
    email: true,
    invoice_number: true,
    asked_at: true,
  })
  .extend({
    /** The numbers of its orders that were given back. */
    refunded: z.array(z.string()),
    /** The numbers of its orders that are no longer as they were, including those given back. */
    changed: z.array(z.string()),
  })
export type DecidableInvoice = z.output<typeof decidable>

const ownColumns = decidable.omit({ company_name: true, refunded: true, changed: true })
const columns = sql`${selectList(ownColumns, { invoice_id: 'id' }, 'invoice')}, company.name as company_name,
  array(select number from shop_order where shop_order.company_id = invoice.company_id and invoice_id = invoice.id
    and shop_order.state = 'refunded' order by number) as refunded,
  array(select number from shop_order where shop_order.company_id = invoice.company_id and invoice_id = invoice.id
    and shop_order.state <> 'fulfilled' order by number) as changed`

export const findInvoice = (database: Database, invoiceId: string) =>
  database.row(
    decidable,
  )`select ${columns} from invoice join company on company.id = invoice.company_id where invoice.id = ${invoiceId}`

/**
 * Lists what waits for an operator: requests, the oldest first, and issued invoices of which an order was given back.
 */
export const waitingInvoices = (database: Database, limit: number) =>
  database.rows(decidable)`
    (select ${columns} from invoice join company on company.id = invoice.company_id
      where invoice.state = 'asked' order by asked_at limit ${limit})
    union all
    (select ${columns} from invoice join company on company.id = invoice.company_id
      where invoice.state = 'issued' and (invoice.company_id, invoice.id) in (
        select company_id, invoice_id from shop_order where state = 'refunded' and invoice_id is not null)
      order by asked_at limit ${limit})`

const invoiceFile = z.object({ file_id: id })

export const insertInvoiceFile = (
  database: Database,
  companyId: string,
  file: { size: number; sha256: string; storageKey: string; fileName: string },
) =>
  database.row(invoiceFile)`
    insert into stored_file (company_id, purpose, content_type, size, sha256, storage_key, file_name)
    values (${companyId}, 'invoice', 'application/pdf', ${file.size}, ${file.sha256}, ${file.storageKey}, ${file.fileName})
    returning id as file_id`
