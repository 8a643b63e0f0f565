import sql, { empty, type Sql } from 'sql-template-tag'
import type { OperationOutput, OperationParsed } from '#contract/operations/index.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'

type Filter = Pick<OperationParsed<'getRefundList'>, 'state' | 'keyword'>

/** What waits for somebody: all but what a gateway is working on. */
const open = sql`refund.state in ('asked', 'failed') or refund.state = 'sending' and gateway = 'transfer'`

const conditionOf = (state: Filter['state']): Sql =>
  state === 'all' ? sql`true` : state === 'open' ? sql`(${open})` : sql`refund.state = ${state}`

/** A whole order number, or a part of a company's name. */
const found = (keyword: string | undefined) =>
  keyword
    ? sql`and (refund.company_id = (select company_id from shop_order where number = ${keyword})
          and refund.order_id = (select id from shop_order where number = ${keyword})
        or refund.company_id = any(array(select id from company where name ilike ${containing(keyword)} limit 200)))`
    : empty

const matching = ({ state, keyword }: Filter) => sql`
  select refund.*, payment.gateway from refund
  join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
  where ${state === 'open' ? sql`refund.state in ('asked', 'sending', 'failed') and` : empty}
    ${conditionOf(state)} ${found(keyword)}`

type Listed = OperationOutput<'getRefundList'>['list'][number]
type RefundRow = Omit<Listed, 'asked_at' | 'done_at' | 'approval' | 'by_hand'> & {
  asked_at: Date
  done_at: Date | null
  requested_by: string | null
  requested_at: Date | null
}

/** Of those that wait, what nobody has asked the second operator for first, then the oldest; others the newest first. */
export const refundRows = (
  database: Database,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
) => {
  const waits = filter.state === 'open' || filter.state === 'asked'
  const order = waits ? sql`requested_at is not null, asked_at, id` : sql`asked_at desc, id desc`
  return database.rows<RefundRow>(sql`
    select found.id as refund_id, found.kind, found.state, found.amount, found.reason, found.note, found.gateway,
      found.out_refund_no, shop_order.number as order_number, shop_order.state as order_state, shop_order.subject,
      found.company_id, company.name as company_name, found.asked_at, found.done_at,
      operator.display_name as requested_by, found.requested_at
    from (
      select matching.*, approval.requested_by, approval.requested_at from (${matching(filter)}) as matching
      left join approval on approval.kind = 'refund' and approval.target = 'refund:' || matching.id
        and approval.state = 'waiting'
      order by ${order} limit ${limit} offset ${offset}
    ) as found
    join shop_order on shop_order.company_id = found.company_id and shop_order.id = found.order_id
    join company on company.id = found.company_id
    left join operator on operator.id = found.requested_by
    order by ${waits ? sql`found.requested_at is not null, found.asked_at, found.id` : sql`found.asked_at desc, found.id desc`}`)
}

/** Exact up to `most`. */
export const countRefunds = async (database: Database, filter: Filter, most: number) =>
  (
    await database.row<{ count: number }>(sql`
      select count(*)::integer as count from (${matching(filter)} limit ${most}::integer) as counted`)
  )?.count ?? 0
