import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { OutputOf, ParsedOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import { day, endOfDay } from '../hours/service-time.ts'

type Shown = OutputOf<'getOrderList'>['list'][number]

export interface OrderRow
  extends Pick<
    Shown,
    | 'kind'
    | 'product'
    | 'state'
    | 'subject'
    | 'list_amount'
    | 'package_discount'
    | 'coupon_discount'
    | 'payable'
    | 'buyer_name'
  > {
  id: string
  number: string
  created_at: Date
  pays_until: Date
  paid_at: Date | null
}

export const orderColumns = sql`shop_order.id, shop_order.number, shop_order.kind, shop_order.product, shop_order.state,
  shop_order.subject, shop_order.list_amount, shop_order.package_discount, shop_order.coupon_discount,
  shop_order.payable, shop_order.buyer_name, shop_order.created_at, shop_order.pays_until, shop_order.paid_at`

export type OrderFilter = Omit<ParsedOf<'getOrderList'>, 'page' | 'page_size'>

/** Days of China, as instants: functions of dates are not leakproof and would keep the index from being used. */
function conditions(companyId: string, { state, kind, product, from, to }: OrderFilter): Sql {
  return sql`company_id = ${companyId} and not hidden
    ${state ? sql`and state = ${state}` : empty} ${kind ? sql`and kind = ${kind}` : empty}
    ${product ? sql`and product = ${product}` : empty}
    ${from ? sql`and created_at >= ${new Date(endOfDay(from).getTime() + 1 - day)}` : empty}
    ${to ? sql`and created_at <= ${endOfDay(to)}` : empty}`
}

const newestFirst = sql`created_at desc, id desc`
/** More orders than most companies ever place. */
export const searchedOrders = 5_000

/** Whole: of a part, there may be several. */
export const isOrderNumber = (keyword: string) => /^\d{18}$/.test(keyword)

/**
 * The orders that a list goes through. Nothing finds a part of a text behind row-level security, so a keyword looks at
 * the newest `searchedOrders` of what else is asked for; an order's whole number is found wherever it is.
 */
function matching(companyId: string, filter: OrderFilter): Sql {
  const { keyword } = filter
  if (!keyword) return sql`select ${orderColumns} from shop_order where ${conditions(companyId, filter)}`
  if (isOrderNumber(keyword))
    return sql`select ${orderColumns} from shop_order where ${conditions(companyId, filter)} and number = ${keyword}`
  const pattern = containing(keyword)
  return sql`
    select ${orderColumns} from (
      select ${orderColumns} from shop_order where ${conditions(companyId, filter)}
      order by ${newestFirst} limit ${raw(String(searchedOrders))}
    ) as shop_order where number like ${pattern} or subject ilike ${pattern}`
}

export const listOrders = (
  company: Database,
  companyId: string,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  company.rows<OrderRow>(sql`
    select ${orderColumns} from (${matching(companyId, filter)}) as shop_order
    order by ${newestFirst} limit ${limit} offset ${offset}`)

/** Exact up to `most`. */
export const countOrders = async (company: Database, companyId: string, filter: OrderFilter, most: number) =>
  (
    await company.row<{ count: number }>(sql`
      select count(*)::integer as count from (
        select from (${matching(companyId, filter)}) as matching limit ${most}::integer
      ) as counted`)
  )?.count ?? 0

/** What bought a line, and what renewed it. */
export const ordersOfLine = (company: Database, companyId: string, lineId: string, most: number) =>
  company.rows<OrderRow>(sql`
    select ${orderColumns} from shop_order
    where company_id = ${companyId} and id in (
      select order_id from line where company_id = ${companyId} and id = ${lineId}
      union all
      (select order_id from order_item where company_id = ${companyId} and line_id = ${lineId}
        order by order_id desc limit ${most}))
    order by ${newestFirst} limit ${most}`)

export const lineExists = async (company: Database, companyId: string, lineId: string) =>
  (await company.row(sql`select id from line where company_id = ${companyId} and id = ${lineId}`)) !== undefined

/** Waiting for money, counted to `most`. */
export const countPayable = async (company: Database, companyId: string, most: number) =>
  (
    await company.row<{ count: number }>(sql`
      select count(*)::integer as count from (
        select from shop_order
        where company_id = ${companyId} and state = 'pending' and not hidden and pays_until > now()
        limit ${most}::integer
      ) as waiting`)
  )?.count ?? 0
