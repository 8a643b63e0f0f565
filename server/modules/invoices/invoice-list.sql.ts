import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { getInvoiceList } from '#contract/invoices.ts'
import type { Invoice } from '#contract/records/invoice.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { overstated } from './overstated.sql.ts'
import { redInvoices, redRow } from './red-invoices.sql.ts'

/** A listed invoice has its file's id, for which the list shows an address. */
const listedInvoice = getInvoiceList.output.shape.list.element
  .omit({ file_url: true })
  .extend({ file_id: id.nullable(), reds: z.array(redRow) })
export type ListedInvoice = z.output<typeof listedInvoice>
const ownColumns = listedInvoice.omit({ orders: true, refunded: true, reds: true })

type StateFilter = Invoice['state'] | undefined
const inState = (state: StateFilter) => (state ? sql`and state = ${state}` : empty)

export const listInvoices = (company: Database, companyId: string, state: StateFilter, { limit, offset }: Page) =>
  company.rows(listedInvoice)`
    select ${selectList(ownColumns, { invoice_id: 'id' }, 'found')}, orders.list as orders,
      found.state in ('asked', 'issued') and orders.refunded as refunded, ${redInvoices(sql`found`)} as reds
    from (
      select * from invoice where company_id = ${companyId} ${inState(state)}
      order by asked_at desc, id desc limit ${limit} offset ${offset}
    ) as found
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', shop_order.id, 'order_number', number,
          'amount', invoice_order.amount) order by number), '[]') as list,
        coalesce(bool_or(shop_order.invoice_id = found.id and ${overstated}), false) as refunded
      from invoice_order
      join shop_order on shop_order.company_id = ${companyId} and shop_order.id = invoice_order.order_id
      where invoice_order.company_id = ${companyId} and invoice_order.invoice_id = found.id
    ) as orders
    order by found.asked_at desc, found.id desc`

export const countInvoices = (company: Database, companyId: string, state: StateFilter, most: number) =>
  countRows(
    company,
    sql`
      (
        select from invoice where company_id = ${companyId} ${inState(state)} limit ${most}
      ) as counted`,
  )
