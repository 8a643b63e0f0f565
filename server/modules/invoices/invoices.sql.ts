import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { getInvoiceableOrderList } from '#contract/invoices.ts'
import { type Invoice, type InvoiceTitle, invoice } from '#contract/records/invoice.ts'
import { order } from '#contract/records/order.ts'
import { betweenDays } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'
import { actorName } from '#server/engines/activity/context.ts'
import { orderColumns } from '#server/modules/orders/list.sql.ts'

/**
 * Selects the orders in an index of 0015-orders.sql that are not wholly refunded and have no refund under way. Top-ups are
 * excluded, because the orders that they pay get the invoice.
 */
export const invoiceable = sql`state = 'fulfilled' and invoice_id is null and payable > 0 and product <> 'balance'
  and refunded_amount < payable and returned_amount = refunded_amount`
const invoiceableOrder = getInvoiceableOrderList.output.shape.list.element

interface Days {
  from?: string | undefined
  to?: string | undefined
}

export const listInvoiceable = (company: Database, companyId: string, { from, to }: Days, page: Page) =>
  company.rows(invoiceableOrder)`
    select ${selectList(invoiceableOrder, { ...orderColumns, amount: 'payable - refunded_amount' })} from shop_order
    where company_id = ${companyId} and ${invoiceable} and ${betweenDays('fulfilled_at', from, to)}
    order by fulfilled_at desc, id desc limit ${page.limit} offset ${page.offset}`

const sums = getInvoiceableOrderList.output.pick({ total: true, amount_total: true })

/** Counts and sums the newest `most`. */
export const sumInvoiceable = (company: Database, companyId: string, { from, to }: Days, most: number) =>
  company.row(sums)`
    select count(*) as total, coalesce(sum(amount), 0)::bigint as amount_total from (
      select payable - refunded_amount as amount from shop_order
      where company_id = ${companyId} and ${invoiceable} and ${betweenDays('fulfilled_at', from, to)}
      order by fulfilled_at desc, id desc limit ${most}
    ) as found`

const onlyId = z.object({ id })

/** Locks orders in the order of their ids, so that two requests that share some can't deadlock. */
export const lockOrders = (company: Database, companyId: string, orderIds: string[]) =>
  company.rows(onlyId)`
    select id from shop_order where company_id = ${companyId} and id = any(${orderIds}::uuid[])
    order by id for no key update`

export const lockOrdersOf = (database: Database, companyId: string, invoiceId: string) =>
  database.rows(onlyId)`
    select id from shop_order where company_id = ${companyId} and invoice_id = ${invoiceId}
    order by id for no key update`

export const newInvoiceId = async (database: Database): Promise<string> =>
  (await database.one(onlyId)`select uuidv7() as id`).id

const marked = order.schema.pick({ order_id: true }).extend({ amount: invoice.schema.shape.amount })

/** Returns the orders that could be marked, which guards that an order is on one invoice only. */
export const markOrders = (company: Database, companyId: string, orderIds: string[], invoiceId: string) =>
  company.rows(marked)`
    update shop_order set invoice_id = ${invoiceId}
    where company_id = ${companyId} and id = any(${orderIds}::uuid[]) and ${invoiceable}
    returning id as order_id, payable - refunded_amount as amount`

export const freeOrders = (database: Database, companyId: string, invoiceId: string) =>
  database.change`
    update shop_order set invoice_id = null where company_id = ${companyId} and invoice_id = ${invoiceId}`

interface NewInvoice {
  id: string
  companyId: string
  title: InvoiceTitle
  remark: string
  orders: z.output<typeof marked>[]
}

export async function insertInvoice(company: Database, { id, companyId, title, remark, orders }: NewInvoice) {
  const amount = orders.reduce((sum, order) => sum + order.amount, 0)
  await company.change`
    insert into invoice (company_id, id, amount, kind, title, tax_number, address, phone, bank, bank_account, email, remark,
      asked_by)
    values (${companyId}, ${id}, ${amount}, ${title.kind}, ${title.title}, ${title.tax_number}, ${title.address},
      ${title.phone}, ${title.bank}, ${title.bank_account}, ${title.email}, ${remark}, ${actorName()})`
  await company.change`
    insert into invoice_order (company_id, invoice_id, order_id, amount)
    select ${companyId}, ${id}, order_id, amount
    from ${values(orders, { order_id: 'uuid', amount: 'bigint' })}`
  return amount
}

export interface Decision {
  state: Exclude<Invoice['state'], 'asked'>
  reason?: string
  number?: string
  fileId?: string
}

const decided = invoice.schema.pick({ title: true })

/** Returns the invoice's title, or undefined when it is no longer in `from` because another decision came first. */
export const decideInvoice = (
  database: Database,
  companyId: string,
  invoiceId: string,
  from: 'asked' | 'issued',
  { state, reason, number, fileId }: Decision,
) =>
  database.row(decided)`
    update invoice set state = ${state}, reason = ${reason ?? null}, decided_at = now(),
      issued_at = case when ${state} = 'issued' then now() else issued_at end,
      invoice_number = coalesce(${number ?? null}, invoice_number), file_id = coalesce(${fileId ?? null}::uuid, file_id)
    where company_id = ${companyId} and id = ${invoiceId} and state = ${from}
    returning title`
