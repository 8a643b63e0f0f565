import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { salesInvoices } from '#contract/operations/sales-invoices.ts'
import { listedMatches } from '#contract/people.ts'
import { companiesNamed } from '#server/database/companies-named.ts'
import type { Database } from '#server/database/database.ts'
import { hasPart } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import {
  countNamed,
  isFrequentName,
  maxNamed,
  type NamedRows,
  rowsNamedOrOfNamed,
} from '#server/database/named-rows.ts'
import { selectList } from '#server/database/select-list.ts'
import { isOrderNumber } from '#server/modules/orders/list.sql.ts'
import { overstated, overstatedInvoices } from './overstated.sql.ts'
import { redInvoices, redRow } from './red-invoices.sql.ts'

type Filter = Pick<OperationParsed<'getInvoiceRequestList'>, 'state' | 'keyword'>

/** Matches issued invoices with an order that was refunded since. */
const toReverse = sql`(invoice.state = 'issued' and (invoice.company_id, invoice.id) in (${overstatedInvoices}))`

function conditionOf(state: Exclude<Filter['state'], 'open'>): Sql {
  if (state === 'all') return sql`true`
  return state === 'to_reverse' ? toReverse : sql`invoice.state = ${state}`
}

const hasNumber = (keyword: string) => {
  const own = sql`(tax_number = ${keyword.toUpperCase()} or invoice_number = ${keyword})`
  // The invoices of one order are few, and found by its number's index.
  return isOrderNumber(keyword)
    ? sql`(invoice.company_id, invoice.id) in (
        select company_id, id from invoice where ${own}
        union all
        select invoice_order.company_id, invoice_order.invoice_id from shop_order
        join invoice_order on invoice_order.company_id = shop_order.company_id and invoice_order.order_id = shop_order.id
        where number = ${keyword})`
    : own
}

/** Waiting invoices are sorted oldest first, all others newest first. */
const waits = ({ state }: Filter) => state === 'open' || state === 'asked' || state === 'to_reverse'
const orderOf = (filter: Filter) =>
  waits(filter) ? sql`invoice.asked_at, invoice.id` : sql`invoice.asked_at desc, invoice.id desc`

/** Selects the invoices of a state, among the open ones also those to be reversed. The word `asked` has an index. */
const titled = (filter: Filter): NamedRows => ({
  table: 'invoice',
  rows: sql`select invoice.* from invoice where ${
    filter.state === 'open' || filter.state === 'asked' ? sql`invoice.state = 'asked'` : conditionOf(filter.state)
  }`,
  order: orderOf(filter),
  name: sql`invoice.title`,
})

/** Reports whether the invoices of a list with a keyword are found along its order, and not by their titles' index. */
export const isFrequentTitle = async (database: Database, filter: Filter): Promise<boolean> =>
  filter.keyword !== undefined &&
  filter.state !== 'to_reverse' &&
  isFrequentName(database, titled(filter), filter.keyword)

/** Selects the invoices to be reversed: few enough to search them for the keyword. */
const overstatedOf = (keyword: string | undefined) => sql`
  select false as is_own, invoice.* from invoice where ${toReverse} ${
    keyword
      ? sql`and (${hasNumber(keyword)} or ${hasPart(sql`title`, keyword)} or company_id in (${companiesNamed(keyword)}))`
      : empty
  }`

/** The keyword is a whole number of an invoice, an order or a taxpayer, or a part of a company's name or of a title. */
function matching(filter: Filter, frequent: boolean, own: number, reach: number): Sql {
  const { state, keyword } = filter
  if (state === 'to_reverse') return overstatedOf(keyword)
  const found = keyword
    ? rowsNamedOrOfNamed(titled(filter), keyword, { frequent, own, reach, also: hasNumber(keyword) })
    : sql`select false as is_own, invoice.* from (${titled(filter).rows}) as invoice`
  return state === 'open' ? sql`(${found}) union all (${overstatedOf(keyword)})` : found
}

/** A listed invoice with its file's id, for which the list shows an address. */
const listedInvoice = salesInvoices.getInvoiceRequestList.output.shape.list.element
  .omit({ file_url: true })
  .extend({ file_id: id.nullable(), reds: z.array(redRow) })
const ownColumns = listedInvoice.omit({
  company_name: true,
  orders: true,
  changed: true,
  to_reverse: true,
  overstated: true,
  reds: true,
  tax: true,
})

/** The files of the invoice itself, which a later request to reverse it does not replace. */
const filesOf = (column: Sql) => sql`(
  select ${column} from tax_request issued where issued.company_id = invoice.company_id and issued.invoice_id = invoice.id
    and issued.kind = 'blue' and issued.state = 'done' order by issued.id desc limit 1)`

const lastTaxRequest = sql`(
  select jsonb_build_object('kind', kind, 'state', state, 'problem', problem,
    'ofd_url', ${filesOf(sql`ofd_url`)}, 'xml_url', ${filesOf(sql`xml_url`)},
    'asked_at', to_char(asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from tax_request where tax_request.company_id = invoice.company_id and invoice_id = invoice.id order by id desc limit 1)`

/**
 * Waiting requests are sorted oldest first, others newest first. An order counts as changed when it differs from what was
 * requested.
 */
export const invoiceRows = (database: Database, filter: Filter, frequent: boolean, { limit, offset }: Page) => {
  const order = orderOf(filter)
  return database.rows(listedInvoice)`
    select ${selectList(ownColumns, { invoice_id: 'id' }, 'invoice')}, company.name as company_name,
      orders.list as orders, orders.changed, invoice.state = 'issued' and orders.refunded as to_reverse,
      case when invoice.state = 'issued' then orders.overstated else 0 end as overstated, ${redInvoices(sql`invoice`)} as reds,
      ${lastTaxRequest} as tax
    from (select * from (${matching(filter, frequent, listedMatches, offset + limit)}) as invoice order by ${order} limit ${limit} offset ${offset}) as invoice
    join company on company.id = invoice.company_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('order_number', number, 'amount', invoice_order.amount,
          'state', shop_order.state) order by number), '[]') as list,
        coalesce(array_agg(number order by number) filter (where standing and (shop_order.state <> 'fulfilled'
          or returned_amount > refunded_amount or ${overstated})),
          '{}') as changed,
        coalesce(bool_or(standing and ${overstated}), false) as refunded,
        coalesce(sum(greatest(0, invoice_order.amount - red_amount - payable + refunded_amount))
          filter (where standing), 0)::bigint as overstated
      from invoice_order
      join shop_order on shop_order.company_id = invoice_order.company_id and shop_order.id = invoice_order.order_id
      cross join lateral (select shop_order.invoice_id is not distinct from invoice.id) as kept (standing)
      where invoice_order.company_id = invoice.company_id and invoice_order.invoice_id = invoice.id
    ) as orders
    order by ${order}`
}

/** The count is exact up to `most`, and up to `listedMatches` for matches by title. */
export const countInvoiceRequests = (database: Database, filter: Filter, frequent: boolean, most: number) =>
  countNamed(database, matching(filter, frequent, maxNamed, most + 1), most)
