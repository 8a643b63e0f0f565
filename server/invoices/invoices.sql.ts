import sql, { empty } from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { TitleFields } from './titles.sql.ts'

export type InvoiceState = 'asked' | 'issued' | 'rejected' | 'withdrawn' | 'reversed'

/** The index of migration 0006 is of exactly these. */
const invoiceable = sql`state = 'fulfilled' and invoice_id is null and payable > 0`

export const listInvoiceable = (company: Database, companyId: string, page: { limit: number; offset: number }) =>
  company.rows<{ id: string; number: string; subject: string; amount: number; fulfilled_at: Date }>(sql`
    select id, number, subject, payable as amount, fulfilled_at from shop_order
    where company_id = ${companyId} and ${invoiceable}
    order by fulfilled_at desc, id desc limit ${page.limit} offset ${page.offset}`)

/** How many and how much, of the newest `most`. */
export const sumInvoiceable = (company: Database, companyId: string, most: number) =>
  company.row<{ count: number; amount: number }>(sql`
    select count(*)::integer as count, coalesce(sum(payable), 0)::bigint as amount from (
      select payable from shop_order where company_id = ${companyId} and ${invoiceable}
      order by fulfilled_at desc, id desc limit ${most}
    ) as found`)

/** In one order always: two that want some of the same wait for each other and never in a circle. */
export const lockOrders = (company: Database, companyId: string, orderIds: string[]) =>
  company.rows(sql`
    select id from shop_order where company_id = ${companyId} and id = any(${orderIds}::uuid[])
    order by id for no key update`)

export const lockOrdersOf = (database: Database, companyId: string, invoiceId: string) =>
  database.rows(sql`
    select id from shop_order where company_id = ${companyId} and invoice_id = ${invoiceId}
    order by id for no key update`)

export const newInvoiceId = async (database: Database): Promise<string> => {
  const made = await database.row<{ id: string }>(sql`select uuidv7() as id`)
  if (!made) throw new Error('no uuid was made')
  return made.id
}

/** Those that could be marked: the guard that keeps an order to one invoice. */
export const markOrders = (company: Database, companyId: string, orderIds: string[], invoiceId: string) =>
  company.rows<{ id: string; payable: number }>(sql`
    update shop_order set invoice_id = ${invoiceId}
    where company_id = ${companyId} and id = any(${orderIds}::uuid[]) and ${invoiceable}
    returning id, payable`)

export const freeOrders = (database: Database, companyId: string, invoiceId: string) =>
  database.change(sql`
    update shop_order set invoice_id = null where company_id = ${companyId} and invoice_id = ${invoiceId}`)

interface NewInvoice {
  id: string
  companyId: string
  title: TitleFields
  remark: string
  askedBy: string
  orders: { id: string; payable: number }[]
}

export async function insertInvoice(company: Database, { id, companyId, title, remark, askedBy, orders }: NewInvoice) {
  const amount = orders.reduce((sum, { payable }) => sum + payable, 0)
  await company.change(sql`
    insert into invoice (company_id, id, amount, kind, title, tax_number, address, phone, bank, bank_account, email, remark,
      asked_by)
    values (${companyId}, ${id}, ${amount}, ${title.kind}, ${title.title}, ${title.tax_number}, ${title.address},
      ${title.phone}, ${title.bank}, ${title.bank_account}, ${title.email}, ${remark}, ${askedBy})`)
  await company.change(sql`
    insert into invoice_order (company_id, invoice_id, order_id, amount)
    select ${companyId}, ${id}, order_id, amount
    from unnest(${orders.map(order => order.id)}::uuid[], ${orders.map(({ payable }) => payable)}::bigint[])
      as given (order_id, amount)`)
  return amount
}

export interface Decision {
  state: Exclude<InvoiceState, 'asked'>
  reason?: string
  number?: string
  fileId?: string
}

/** Zero when it is not in `from` any more: somebody else decided first. */
export const decideInvoice = (
  database: Database,
  companyId: string,
  invoiceId: string,
  from: 'asked' | 'issued',
  { state, reason, number, fileId }: Decision,
) =>
  database.change(sql`
    update invoice set state = ${state}, reason = ${reason ?? null}, decided_at = now(),
      invoice_number = coalesce(${number ?? null}, invoice_number), file_id = coalesce(${fileId ?? null}::uuid, file_id)
    where company_id = ${companyId} and id = ${invoiceId} and state = ${from}`)

export interface InvoiceRow extends TitleFields {
  id: string
  state: InvoiceState
  amount: number
  remark: string
  invoice_number: string | null
  file_id: string | null
  reason: string | null
  asked_by: string
  asked_at: Date
  decided_at: Date | null
  orders: { order_id: string; order_number: string; amount: number }[]
  refunded: boolean
}

export const listInvoices = (
  company: Database,
  companyId: string,
  { state, limit, offset }: { state: InvoiceState | undefined; limit: number; offset: number },
) =>
  company.rows<InvoiceRow>(sql`
    select found.id, found.state, found.amount, kind, title, tax_number, address, phone, bank, bank_account, email, remark,
      invoice_number, file_id, reason, asked_by, asked_at, decided_at, orders.list as orders,
      found.state in ('asked', 'issued') and orders.refunded as refunded
    from (
      select * from invoice where company_id = ${companyId} ${state ? sql`and state = ${state}` : empty}
      order by asked_at desc, id desc limit ${limit} offset ${offset}
    ) as found
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', shop_order.id, 'order_number', number,
          'amount', invoice_order.amount) order by number), '[]') as list,
        coalesce(bool_or(shop_order.state = 'refunded'), false) as refunded
      from invoice_order
      join shop_order on shop_order.company_id = ${companyId} and shop_order.id = invoice_order.order_id
      where invoice_order.company_id = ${companyId} and invoice_order.invoice_id = found.id
    ) as orders
    order by asked_at desc, id desc`)

export const countInvoices = async (
  company: Database,
  companyId: string,
  state: InvoiceState | undefined,
  most: number,
): Promise<number> =>
  (
    await company.row<{ count: number }>(sql`
      select count(*)::integer as count from (
        select from invoice where company_id = ${companyId} ${state ? sql`and state = ${state}` : empty} limit ${most}
      ) as counted`)
  )?.count ?? 0
