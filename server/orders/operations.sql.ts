import sql, { empty, type Sql } from 'sql-template-tag'
import type { OperationOutput, OperationParsed } from '#contract/operations/index.ts'
import type { GatewayName } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import { day, endOfDay } from '../hours/service-time.ts'
import { isOrderNumber, type OrderRow, orderColumns, searchedOrders } from './list.sql.ts'

export type SalesFilter = Omit<OperationParsed<'getSalesOrderList'>, 'page' | 'page_size'>

export interface SalesRow extends OrderRow {
  company_id: string
  company_name: string
  gateway: GatewayName | null
  hidden: boolean
}

const columns = sql`shop_order.company_id, shop_order.hidden, ${orderColumns}`
const newestFirst = sql`created_at desc, id desc`
/** Companies whose name holds what was typed. */
const companiesNamed = 200

function conditions({ state, kind, product, gateway, company_id, from, to }: SalesFilter): Sql {
  return sql`true
    ${company_id ? sql`and shop_order.company_id = ${company_id}` : empty}
    ${state ? sql`and shop_order.state = ${state}` : empty} ${kind ? sql`and kind = ${kind}` : empty}
    ${product ? sql`and product = ${product}` : empty}
    ${from ? sql`and created_at >= ${new Date(endOfDay(from).getTime() + 1 - day)}` : empty}
    ${to ? sql`and created_at <= ${endOfDay(to)}` : empty}
    ${
      gateway
        ? sql`and exists (select from payment where payment.gateway = ${gateway}
            and payment.company_id = shop_order.company_id and payment.order_id = shop_order.id)`
        : empty
    }`
}

/**
 * The orders of all companies that a list goes through, of each that a keyword names as far as its newest `most`: a keyword is an
 * order's number, a part of companies' names, or of what was bought; for the last it looks at the newest `searchedOrders` of what
 * else is asked for.
 */
function matching(filter: SalesFilter, most: number): Sql {
  const { keyword } = filter
  const plain = sql`select ${columns} from shop_order where ${conditions(filter)}`
  if (!keyword) return plain
  const numbered = sql`${plain} and number = ${keyword}`
  if (isOrderNumber(keyword)) return numbered
  const pattern = containing(keyword)
  return sql`
    with named as materialized (
      select id from company where name ilike ${pattern} order by id limit ${companiesNamed}::integer
    )
    ${numbered}
    union all
    select theirs.* from named cross join lateral (
      ${plain} and number <> ${keyword} and shop_order.company_id = named.id
      order by ${newestFirst} limit ${most}::integer
    ) as theirs
    union all
    select * from (${plain} and number <> ${keyword} order by ${newestFirst} limit ${searchedOrders}::integer) as newest
    where (number like ${pattern} or subject ilike ${pattern}) and company_id not in (select id from named)`
}

export const salesOrders = (database: Database, filter: SalesFilter, page: { limit: number; offset: number }) =>
  database.rows<SalesRow>(sql`
    select found.*, company.name as company_name, attempt.gateway from (
      select * from (${matching(filter, page.offset + page.limit)}) as matching
      order by ${newestFirst} limit ${page.limit} offset ${page.offset}
    ) as found
    join company on company.id = found.company_id
    left join lateral (
      select gateway from payment where payment.company_id = found.company_id and payment.order_id = found.id
      order by payment.state in ('paid', 'refunded') desc, payment.id desc limit 1
    ) as attempt on true
    order by ${newestFirst}`)

/** Exact up to `most`. */
export const countSalesOrders = async (database: Database, filter: SalesFilter, most: number) =>
  (
    await database.row<{ count: number }>(sql`
      select count(*)::integer as count from (
        select from (${matching(filter, most)}) as matching limit ${most}::integer
      ) as counted`)
  )?.count ?? 0

export const orderNumbered = (database: Database, number: string) =>
  database.row<{ company_id: string; id: string; number: string; company_name: string; hidden: boolean }>(sql`
    select company_id, shop_order.id, number, company.name as company_name, hidden
    from shop_order join company on company.id = company_id where number = ${number}`)

type Detail = OperationOutput<'getSalesOrder'>
type Which = { company_id: string; id: string }

export const paymentsOf = (database: Database, { company_id, id }: Which) =>
  database.rows<
    Omit<Detail['payments'][number], 'created_at' | 'paid_at'> & { created_at: Date; paid_at: Date | null }
  >(sql`
    select id as payment_id, gateway, state, amount, out_trade_no, trade_no, problem, rejected_reason, created_at, paid_at
    from payment where company_id = ${company_id} and order_id = ${id} order by id desc`)

export const refundsOf = (database: Database, { company_id, id }: Which) =>
  database.rows<
    Omit<Detail['refunds'][number], 'asked_at' | 'done_at' | 'approval'> & {
      asked_at: Date
      done_at: Date | null
      requested_by: string | null
      requested_at: Date | null
    }
  >(sql`
    select refund.id as refund_id, refund.kind, payment.gateway, refund.state, refund.amount, refund.reason, refund.note,
      refund.asked_at, refund.done_at, operator.display_name as requested_by, approval.requested_at
    from refund
    join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
    left join approval on approval.kind = 'refund' and approval.target = 'refund:' || refund.id and approval.state = 'waiting'
    left join operator on operator.id = approval.requested_by
    where refund.company_id = ${company_id} and refund.order_id = ${id} order by refund.id desc`)

export const invoiceNumberOf = async (database: Database, { company_id }: Which, invoiceId: string | undefined) =>
  invoiceId === undefined
    ? null
    : ((
        await database.row<{ invoice_number: string | null }>(sql`
          select invoice_number from invoice where company_id = ${company_id} and id = ${invoiceId}`)
      )?.invoice_number ?? null)
