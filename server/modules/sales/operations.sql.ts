import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { OperationParsed } from '#contract/operations/index.ts'
import { salesOrders } from '#contract/operations/sales-orders.ts'
import { betweenDays } from '#server/database/china-day.ts'
import { companiesNamed } from '#server/database/companies-named.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { approvalColumns } from '#server/engines/approvals/with-approval.ts'
import { refundedLines } from '#server/modules/orders/detail.sql.ts'
import { isOrderNumber, orderColumns, searchedOrders } from '#server/modules/orders/list.sql.ts'
import { isSurplus, ordersPaidUnder } from '#server/modules/orders/paid-by.sql.ts'
import { backBy } from '#server/modules/payments/refunds.sql.ts'

export type SalesFilter = Omit<OperationParsed<'getSalesOrderList'>, 'page' | 'page_size'>

export const salesOrder = salesOrders.getSalesOrderList.output.shape.list.element
export type SalesOrder = z.output<typeof salesOrder>

/** The columns of the order's own table. */
const ownColumns = salesOrder.omit({ company_name: true, gateway: true })
const newestFirst = sql`created_at desc, id desc`

/** Selects from the attempt whose gateway is shown: the one that paid the order, or the last one. */
const ofAttempt = (selected: Sql, companyId: Sql, orderId: Sql) => sql`(
  select ${selected} from payment where payment.company_id = ${companyId} and payment.order_id = ${orderId}
  order by (payment.state in ('paid', 'refunded') and not ${isSurplus}) desc, payment.id desc limit 1)`

/**
 * Of the orders with an attempt at a gateway, which an index finds, keeps those that show it. The comparison is inside the
 * sub-select: outside, the planner expects one order in 200 to match and reads all of them before it counts to its limit.
 */
const showsGateway = (gateway: NonNullable<SalesFilter['gateway']>) => sql`
  exists (select from payment where payment.gateway = ${gateway}
    and payment.company_id = shop_order.company_id and payment.order_id = shop_order.id)
  and ${ofAttempt(sql`payment.gateway = ${gateway}`, sql`shop_order.company_id`, sql`shop_order.id`)}`

function conditions({ state, kind, product, gateway, company_id, from, to }: SalesFilter): Sql {
  return sql`true
    ${company_id ? sql`and shop_order.company_id = ${company_id}` : empty}
    ${state ? sql`and shop_order.state = ${state}` : empty} ${kind ? sql`and kind = ${kind}` : empty}
    ${product ? sql`and product = ${product}` : empty}
    and ${betweenDays('created_at', from, to)}
    ${gateway ? sql`and ${showsGateway(gateway)}` : empty}`
}

/**
 * Selects the orders of all companies that a list scans. A keyword is an order's or payment's number, or a part of companies' or
 * goods' names. Of each company that it names, the newest `most` orders are found. Goods are searched in the newest
 * `searchedOrders` that pass the other filters.
 */
function matching(filter: SalesFilter, most: number): Sql {
  const { keyword } = filter
  const plain = sql`select ${selectList(ownColumns, orderColumns, 'shop_order')} from shop_order where ${conditions(filter)}`
  if (!keyword) return plain
  if (isOrderNumber(keyword)) return sql`${plain} and number = ${keyword}`
  const pattern = containing(keyword)
  const isPaid = sql`(shop_order.company_id, shop_order.id) in (select company_id, order_id from paid)`
  return sql`
    with paid as materialized (${ordersPaidUnder(keyword)}), named as materialized (${companiesNamed(keyword)})
    ${plain} and ${isPaid}
    union all
    select theirs.* from named cross join lateral (
      ${plain} and not ${isPaid} and shop_order.company_id = named.id
      order by ${newestFirst} limit ${most}::integer
    ) as theirs
    union all
    select * from (${plain} and not ${isPaid} order by ${newestFirst} limit ${searchedOrders}::integer) as newest
    where (order_number like ${pattern} or subject ilike ${pattern}) and company_id not in (select id from named)`
}

export const listSalesOrders = (database: Database, filter: SalesFilter, page: Page) =>
  database.rows(salesOrder)`
    select found.*, company.name as company_name,
      ${ofAttempt(sql`payment.gateway`, sql`found.company_id`, sql`found.order_id`)} as gateway
    from (
      select * from (${matching(filter, page.offset + page.limit)}) as matching
      order by created_at desc, order_id desc limit ${page.limit} offset ${page.offset}
    ) as found
    join company on company.id = found.company_id
    order by found.created_at desc, found.order_id desc`

/** The count is exact up to `most`. */
export const countSalesOrders = (database: Database, filter: SalesFilter, most: number) =>
  countRows(database, sql`(select from (${matching(filter, most)}) as matching limit ${most}::integer) as counted`)

const numberedOrder = salesOrder.pick({
  company_id: true,
  order_id: true,
  order_number: true,
  company_name: true,
  hidden: true,
})
type NumberedOrder = Pick<SalesOrder, 'company_id' | 'order_id'>

export const orderNumbered = (database: Database, number: string) =>
  database.row(numberedOrder)`
    select company_id, shop_order.id as order_id, number as order_number, company.name as company_name, hidden
    from shop_order join company on company.id = company_id where number = ${number}`

const { payments, refunds, invoice_number } = salesOrders.getSalesOrder.output.shape

export const paymentsOf = (database: Database, { company_id, order_id }: NumberedOrder) =>
  database.rows(payments.element)`
    select ${selectList(payments.element, { payment_id: 'id' })}
    from payment where company_id = ${company_id} and order_id = ${order_id} order by id desc`

const refundRow = refunds.element.omit({ approval: true }).extend(approvalColumns)

export const refundsOf = (database: Database, { company_id, order_id }: NumberedOrder) =>
  database.rows(refundRow)`
    select refund.id as refund_id, refund.kind, ${backBy} as gateway, refund.state, refund.withdrawn, refund.amount, refund.reason,
      refund.note, refund.failure, refund.asked_at, refund.done_at, refund.credit_number, ${selectList(refundRow.pick({ line_names: true }), { line_names: refundedLines })},
      operator.display_name as requested_by, approval.requested_at
    from refund
    join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
    left join approval on approval.kind = 'refund' and approval.target = 'refund:' || refund.id and approval.state = 'waiting'
    left join operator on operator.id = approval.requested_by
    where refund.company_id = ${company_id} and refund.order_id = ${order_id} order by refund.id desc`

const numberedInvoice = z.object({ invoice_number })

export const invoiceNumberOf = async (
  database: Database,
  { company_id }: NumberedOrder,
  invoiceId: string | undefined,
): Promise<string | null> => {
  if (invoiceId === undefined) return null
  const found = await database.row(
    numberedInvoice,
  )`select invoice_number from invoice where company_id = ${company_id} and id = ${invoiceId}`
  return found?.invoice_number ?? null
}
