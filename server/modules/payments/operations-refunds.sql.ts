import sql, { empty, type Sql } from 'sql-template-tag'
import { amountIn } from '#contract/amount.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { salesRefunds } from '#contract/operations/sales-refunds.ts'
import { companiesNamed } from '#server/database/companies-named.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { approvalColumns } from '#server/engines/approvals/with-approval.ts'
import { backBy } from './refunds.sql.ts'

type Filter = Pick<OperationParsed<'getRefundList'>, 'state' | 'keyword'>

/** Matches refunds that wait for an operator, which excludes those that a gateway is still working on. */
const open = sql`refund.state in ('asked', 'failed') or refund.state = 'sending' and ${backBy} = 'transfer'`

/** Matches refunds that an operator has to decide, to send again, or to make by hand. */
export const undecided = sql`refund.state in ('asked', 'sending', 'failed')
  and (refund.state <> 'sending' or exists (select from payment
    where payment.company_id = refund.company_id and payment.id = refund.payment_id and ${backBy} = 'transfer'))
  and not exists (select from approval as request where request.kind = 'refund'
    and request.target = 'refund:' || refund.id and request.state = 'waiting')`

const conditionOf = (state: Filter['state']): Sql =>
  state === 'waiting'
    ? undecided
    : state === 'all'
      ? sql`true`
      : state === 'open'
        ? sql`(${open})`
        : sql`refund.state = ${state}`

/** The keyword is the whole number of a refund, its document or its order, an amount, or a part of a company's name. */
function found(keyword: string | undefined): Sql {
  if (!keyword) return empty
  // A document's number begins with its order's, and has an index in its company only.
  const [order] = keyword.split('-T')
  const [numbered, amount] = [sql`shop_order where number = ${order}`, amountIn(keyword)]
  return sql`and (refund.company_id = (select company_id from ${numbered}) and refund.order_id = (select id from ${numbered})
        ${order === keyword ? empty : sql`and refund.credit_number = ${keyword}`}
      or refund.out_refund_no = ${keyword} ${amount === undefined ? empty : sql`or refund.amount = ${amount}`}
      or refund.company_id = any(array(${companiesNamed(keyword)})))`
}

const withPayment = sql`
  join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id`

const conditions = ({ state, keyword }: Filter) => sql`
  ${state === 'open' ? sql`refund.state in ('asked', 'sending', 'failed') and` : empty}
    ${conditionOf(state)} ${found(keyword)}`

const matching = (filter: Filter) => sql`
  select refund.*, ${backBy} as gateway from refund ${withPayment} where ${conditions(filter)}`

const { list } = salesRefunds.getRefundList.output.shape
/** A refund in the list, without what `withApproval` and `isByHand` add. */
const listedRefund = list.element.omit({ approval: true, by_hand: true }).extend(approvalColumns)

/** Among waiting refunds, those without a request for approval come first, then the oldest; others are newest first. */
export const refundRows = (database: Database, filter: Filter, { limit, offset }: Page) => {
  const waits = filter.state === 'waiting' || filter.state === 'open' || filter.state === 'asked'
  const order = waits ? sql`requested_at is not null, asked_at, id` : sql`asked_at desc, id desc`
  return database.rows(listedRefund)`
    select found.id as refund_id, found.kind, found.state, found.withdrawn, found.amount, found.reason, found.note, found.failure,
      found.gateway, found.out_refund_no, shop_order.number as order_number, shop_order.state as order_state, shop_order.subject,
      found.company_id, company.name as company_name, found.asked_at, found.done_at, found.credit_number,
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
    order by ${waits ? sql`found.requested_at is not null, found.asked_at, found.id` : sql`found.asked_at desc, found.id desc`}`
}

/** The count is exact up to `most`. It counts along the list's order, so that its index is read and not the table. */
export const countRefunds = (database: Database, filter: Filter, most: number) =>
  countRows(
    database,
    filter.state === 'open' || filter.state === 'waiting'
      ? sql`(${matching(filter)} limit ${most}::integer) as counted`
      : sql`(select from refund where ${conditions(filter)}
          ${filter.keyword ? empty : sql`order by asked_at desc, refund.id desc`} limit ${most}::integer) as counted`,
  )
