import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { invoice } from '#contract/records/invoice.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { overstated, overstatedInvoices } from './overstated.sql.ts'

/** An invoice with what its decision needs. */
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
    /** The numbers of its orders that were refunded since, wholly or in part. */
    refunded: z.array(z.string()),
    /** The numbers of its orders that have changed, including refunded ones. */
    changed: z.array(z.string()),
    /** Fen by which it exceeds its orders' present amounts. */
    overstated: z.int(),
    /** Fen of it that no red invoice has reversed. */
    standing: z.int(),
  })
export type DecidableInvoice = z.output<typeof decidable>

const ownColumns = decidable.omit({
  company_name: true,
  refunded: true,
  changed: true,
  overstated: true,
  standing: true,
})
/** The orders that an invoice still covers, each with its entry. */
const orderOf = sql`shop_order join invoice_order on invoice_order.company_id = shop_order.company_id
    and invoice_order.order_id = shop_order.id and invoice_order.invoice_id = shop_order.invoice_id
  where shop_order.company_id = invoice.company_id and shop_order.invoice_id = invoice.id`
const columns = sql`${selectList(ownColumns, { invoice_id: 'id' }, 'invoice')}, company.name as company_name,
  array(select number from ${orderOf}
    and ${overstated} order by number) as refunded,
  array(select number from ${orderOf}
    and (shop_order.state <> 'fulfilled' or returned_amount > refunded_amount or ${overstated}) order by number) as changed,
  (select coalesce(sum(greatest(0, invoice_order.amount - red_amount - payable + refunded_amount)), 0)::bigint
    from ${orderOf}) as overstated,
  (invoice.amount - (select coalesce(sum(red_invoice.amount), 0) from red_invoice
    where red_invoice.company_id = invoice.company_id and red_invoice.invoice_id = invoice.id))::bigint as standing`

export const findInvoice = (database: Database, invoiceId: string) =>
  database.row(
    decidable,
  )`select ${columns} from invoice join company on company.id = invoice.company_id where invoice.id = ${invoiceId}`

const titled = invoice.schema.pick({
  kind: true,
  title: true,
  tax_number: true,
  address: true,
  phone: true,
  bank: true,
  bank_account: true,
  email: true,
  remark: true,
})

/** Returns the title of an invoice, as requested. */
export const findTitled = (database: Database, companyId: string, invoiceId: string) =>
  database.row(titled)`
    select ${selectList(titled, {})} from invoice where company_id = ${companyId} and id = ${invoiceId}`

/** Lists what waits for an operator: requests, the oldest first, and issued invoices with a refunded order. */
export const waitingInvoices = (database: Database, limit: number) =>
  database.rows(decidable)`
    (select ${columns} from invoice join company on company.id = invoice.company_id
      where invoice.state = 'asked' order by asked_at limit ${limit})
    union all
    (select ${columns} from invoice join company on company.id = invoice.company_id
      where invoice.state = 'issued' and (invoice.company_id, invoice.id) in (${overstatedInvoices})
      order by asked_at limit ${limit})`

/** No red invoice has the number of an invoice either; each table's own index decides between concurrent ones. */
export const isNumbered = (database: Database, number: string) =>
  holds(
    database,
    sql`exists (select from invoice where invoice_number = ${number})
      or exists (select from red_invoice where invoice_number = ${number})`,
  )

const invoiceFile = z.object({ file_id: id })

export const insertInvoiceFile = (
  database: Database,
  companyId: string,
  file: { size: number; sha256: string; storageKey: string; fileName: string },
) =>
  database.one(invoiceFile)`
    insert into stored_file (company_id, purpose, content_type, size, sha256, storage_key, file_name)
    values (${companyId}, 'invoice', 'application/pdf', ${file.size}, ${file.sha256}, ${file.storageKey}, ${file.fileName})
    returning id as file_id`
