import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import { getOrderList } from '#contract/orders.ts'
import { betweenDays } from '#server/database/china-day.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import { limitTo, type Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'

/** An order in a list without the actions, which `withOperas` adds. */
export const listedOrder = getOrderList.output.shape.list.element.omit({ operas: true })
export type ListedOrder = z.output<typeof listedOrder>

export const orderColumns = {
  order_id: 'id',
  order_number: 'number',
  joint: `(shop_order.product = 'balance' and exists (
    select from joint_payment where joint_payment.company_id = shop_order.company_id and topup_id = shop_order.id))`,
  // The key of an order that accepts a proposal names it, so that a list looks for no other.
  proposed_until: `(case when shop_order.state = 'pending' and shop_order.request_key like 'proposal:%' then (
    select valid_until from proposal
    where proposal.company_id = shop_order.company_id and proposal.order_id = shop_order.id and valid_until > now()) end)`,
}
const ofTable = selectList(listedOrder, orderColumns)

export type OrderFilter = Omit<ParsedOf<'getOrderList'>, 'page' | 'page_size' | 'counted'>

function conditions(companyId: string, { state, kind, product, from, to }: OrderFilter): Sql {
  return sql`company_id = ${companyId} and not hidden
    ${state ? sql`and state = ${state}` : empty} ${kind ? sql`and kind = ${kind}` : empty}
    ${product ? isProduct(product) : empty}
    and ${betweenDays('created_at', from, to)}`
}

/** Puts top-ups into the text of the statement as a literal: otherwise PostgreSQL can't use their own index. */
const isProduct = (product: NonNullable<OrderFilter['product']>) =>
  product === 'balance' ? sql`and product = 'balance'` : sql`and product = ${product}`

const newestFirst = sql`created_at desc, id desc`
/** The newest orders that a keyword is searched in; most companies never place as many. */
export const searchedOrders = 5_000

/** Only a whole number names one order: a part may match several. */
export const isOrderNumber = (keyword: string) => /^\d{18}$/.test(keyword)

/**
 * Selects the orders that a list scans. Behind row-level security no index finds a part of a text, so a keyword is searched in the
 * newest `searchedOrders` that pass the other filters. A whole order number is found wherever it is.
 */
function matching(companyId: string, filter: OrderFilter): Sql {
  const { keyword } = filter
  const plain = sql`select ${ofTable} from shop_order where ${conditions(companyId, filter)}`
  if (!keyword) return plain
  if (isOrderNumber(keyword)) return sql`${plain} and number = ${keyword}`
  const pattern = containing(keyword)
  return sql`
    select * from (${plain} order by ${newestFirst} limit ${raw(String(searchedOrders))}) as newest
    where order_number like ${pattern} or subject ilike ${pattern}`
}

export const listOrders = (company: Database, companyId: string, filter: OrderFilter, page: Page) =>
  company.rows(listedOrder)`
    select ${selectList(listedOrder)} from (${matching(companyId, filter)}) as matching
    order by created_at desc, order_id desc ${limitTo(page, filter)}`

/** The count is exact up to `most`. */
export const countOrders = (company: Database, companyId: string, filter: OrderFilter, most: number) =>
  countRows(company, sql`(select from (${matching(companyId, filter)}) as matching limit ${most}::integer) as counted`)

/** Lists the orders that bought or renewed a line. */
export const ordersOfLine = (company: Database, companyId: string, lineId: string, most: number) =>
  company.rows(listedOrder)`
    select ${ofTable} from shop_order
    where company_id = ${companyId} and id in (
      select order_id from line where company_id = ${companyId} and id = ${lineId}
      union all
      (select order_id from order_item where company_id = ${companyId} and line_id = ${lineId}
        order by order_id desc limit ${most}))
    order by ${newestFirst} limit ${most}`

const onlyId = z.object({ id })

export const lineExists = async (company: Database, companyId: string, lineId: string) =>
  (await company.row(onlyId)`select id from line where company_id = ${companyId} and id = ${lineId}`) !== undefined

/** Counts orders that wait for payment, up to `most`. */
export const countPayable = (company: Database, companyId: string, most: number) =>
  countRows(
    company,
    sql`
      (
        select from shop_order
        where company_id = ${companyId} and state = 'pending' and not hidden and pays_until > now()
        limit ${most}::integer
      ) as waiting`,
  )
