import sql, { empty, type Sql } from 'sql-template-tag'
import type { OperationOutput, OperationParsed } from '#contract/operations/index.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'

type Filter = Pick<OperationParsed<'getInvoiceRequestList'>, 'state' | 'keyword'>

/** Issued, and an order of it was given back since. */
const toReverse = sql`(invoice.state = 'issued' and (invoice.company_id, invoice.id) in (
  select company_id, invoice_id from shop_order where state = 'refunded' and invoice_id is not null))`

function conditionOf(state: Exclude<Filter['state'], 'open'>): Sql {
  if (state === 'all') return sql`true`
  return state === 'to_reverse' ? toReverse : sql`invoice.state = ${state}`
}

/** A whole tax number or invoice number, or a part of a company's name or of a title. */
const found = (keyword: string | undefined) =>
  keyword
    ? sql`and (tax_number = ${keyword.toUpperCase()} or invoice_number = ${keyword} or title ilike ${containing(keyword)}
        or company_id = any(array(select id from company where name ilike ${containing(keyword)} limit 200)))`
    : empty

function matching({ state, keyword }: Filter): Sql {
  const [first, ...others] = state === 'open' ? (['asked', 'to_reverse'] as const) : [state]
  const of = (each: typeof first) => sql`select * from invoice where ${conditionOf(each)} ${found(keyword)}`
  return others.reduce((all, each) => sql`${all} union all ${of(each)}`, of(first))
}

type Listed = OperationOutput<'getInvoiceRequestList'>['list'][number]
type InvoiceRow = Omit<Listed, 'file_url' | 'asked_at' | 'decided_at'> & {
  file_id: string | null
  asked_at: Date
  decided_at: Date | null
}

/** What waits, the oldest first; others the newest first. An order is changed when it is no longer what was asked for. */
export const invoiceRows = (
  database: Database,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
) => {
  const order = ['open', 'asked', 'to_reverse'].includes(filter.state)
    ? sql`invoice.asked_at, invoice.id`
    : sql`invoice.asked_at desc, invoice.id desc`
  return database.rows<InvoiceRow>(sql`
    select invoice.id as invoice_id, invoice.state, invoice.kind, invoice.company_id, company.name as company_name, title,
      tax_number, invoice.address, phone, bank, bank_account, email, remark, invoice.amount, orders.list as orders,
      orders.changed, invoice.state = 'issued' and orders.refunded as to_reverse, invoice_number, file_id, reason, asked_by,
      asked_at, decided_at
    from (select * from (${matching(filter)}) as invoice order by ${order} limit ${limit} offset ${offset}) as invoice
    join company on company.id = invoice.company_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('order_number', number, 'amount', invoice_order.amount,
          'state', shop_order.state) order by number), '[]') as list,
        coalesce(array_agg(number order by number) filter (where standing and shop_order.state <> 'fulfilled'),
          '{}') as changed,
        coalesce(bool_or(standing and shop_order.state = 'refunded'), false) as refunded
      from invoice_order
      join shop_order on shop_order.company_id = invoice_order.company_id and shop_order.id = invoice_order.order_id
      cross join lateral (select shop_order.invoice_id is not distinct from invoice.id) as kept (standing)
      where invoice_order.company_id = invoice.company_id and invoice_order.invoice_id = invoice.id
    ) as orders
    order by ${order}`)
}

/** Exact up to `most`. */
export const countInvoiceRequests = async (database: Database, filter: Filter, most: number) =>
  (
    await database.row<{ count: number }>(sql`
      select count(*)::integer as count from (${matching(filter)} limit ${most}::integer) as counted`)
  )?.count ?? 0
