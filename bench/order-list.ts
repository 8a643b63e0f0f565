import { connect } from '#server/database/pool.ts'
import { listOrders } from '#server/modules/orders/list.sql.ts'
import { makeOn } from '#server/testing/make.ts'
import { captureStatement } from './list-call.ts'
import { withClient } from './portal.ts'

const placed = 50_000
const page = 20

export interface OrderList {
  /** Sessions of the company's owner. */
  sids: string[]
  /** The list's own statement with its values, as the reference runs it. */
  statement: { text: string; values: unknown[] }
  /** The input for a next page: the count of the first. */
  next: { page: number; counted: { total: number; more: boolean } }
}

/** Creates a company with 50,000 paid orders. */
export async function makeOrderList(url: string): Promise<OrderList> {
  const pools = connect({ url, log: { info: () => {}, warn: console.warn, error: console.error } })
  try {
    const make = makeOn(pools.system)
    const company = await make.company()
    const sids: string[] = []
    for (let each = 0; each < 16; each += 1) sids.push(await make.session(company.owner.account))
    await withClient(url, async client => {
      await client.query(
        `insert into shop_order (company_id, number, account_id, buyer_name, kind, product, state, subject, list_amount,
           package_discount, coupon_discount, payable, request_key, request_hash, pays_until, paid_at, fulfilled_at, created_at)
         select $1, lpad(place::text, 18, '0'), $2, '测试', 'purchase', 'hours', 'fulfilled', '员工时长 1 人 × 30 天', 5800, 0, 0, 5800,
           place::text, '', at, at, at, at
         from generate_series(1, $3::integer) as place, lateral (select now() - make_interval(mins => place) as at) as moment`,
        [company.id, company.owner.account.id, placed],
      )
      // As the database eventually does by itself.
      await client.query('vacuum analyze shop_order')
    })
    const { text, values } = await captureStatement(database =>
      listOrders(database, company.id, {}, { limit: page, offset: page }),
    )
    return { sids, statement: { text, values }, next: { page: 2, counted: { total: 1_000, more: true } } }
  } finally {
    await pools.end()
  }
}
