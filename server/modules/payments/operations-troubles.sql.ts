import sql from 'sql-template-tag'
import type { OperationParsed } from '#contract/operations/index.ts'
import { salesTransfers } from '#contract/operations/sales-transfers.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { approvalColumns } from '#server/engines/approvals/with-approval.ts'

const trouble = salesTransfers.getTroubleList.output.shape.list.element.omit({ approval: true }).extend(approvalColumns)

type TroubleFilter = OperationParsed<'getTroubleList'>['kind']

/** Matches received money that fits no order and that nobody has decided about. */
export const undecidedMoney = sql`payment.problem is not null and not exists (select from refund
    where refund.company_id = payment.company_id and refund.payment_id = payment.id and refund.state <> 'rejected')
  and not exists (select from approval where approval.kind = 'write_off' and target = 'payment:' || payment.id
    and approval.state = 'waiting')`

/**
 * Selects money that needs an operator, of which there is never much: payments of a wrong amount, surplus money that came by
 * transfer, and refunds that a gateway could not make.
 */
const troubles = (kind: TroubleFilter) => sql`
  select * from (
    select 'mismatch' as kind, payment.company_id, payment.order_id, payment.id as payment_id, refund.id as refund_id,
      refund.out_refund_no, payment.arrived_amount as amount, payment.problem as about, payment.created_at as since,
      refund.id is not null as returning
    from payment
    left join refund on refund.company_id = payment.company_id and refund.payment_id = payment.id
      and refund.state <> 'rejected'
    where payment.problem is not null and refund.state is distinct from 'failed'
    union all
    select case when refund.state = 'failed' then 'failed' else 'surplus' end, refund.company_id, refund.order_id,
      refund.payment_id, refund.id, refund.out_refund_no, refund.amount,
      concat_ws('；', refund.reason, nullif(refund.failure, '')), refund.asked_at, refund.state = 'sending'
    from refund
    join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
    where refund.state = 'failed'
      or refund.state in ('asked', 'sending') and refund.kind = 'surplus' and payment.gateway = 'transfer'
  ) as trouble
  where ${
    kind === 'waiting'
      ? sql`kind = 'mismatch' and payment_id in (select id from payment where ${undecidedMoney})`
      : sql`${kind ?? null}::text is null or kind = ${kind ?? null}`
  }`

export const troubleRows = (database: Database, kind: TroubleFilter, { limit, offset }: Page) =>
  database.rows(trouble)`
    select trouble.kind, trouble.out_refund_no, payment.gateway, payment.out_trade_no, shop_order.number as order_number,
      shop_order.state as order_state, trouble.company_id, company.name as company_name, payment.amount as due,
      trouble.amount, trouble.about, trouble.since, trouble.returning, operator.display_name as requested_by,
      approval.requested_at
    from (${troubles(kind)} order by since, payment_id limit ${limit} offset ${offset}) as trouble
    join payment on payment.company_id = trouble.company_id and payment.id = trouble.payment_id
    join shop_order on shop_order.company_id = trouble.company_id and shop_order.id = trouble.order_id
    join company on company.id = trouble.company_id
    left join approval on approval.state = 'waiting'
      and approval.kind = case when trouble.refund_id is null then 'write_off' else 'refund' end
      and approval.target = case when trouble.refund_id is null then 'payment:' || trouble.payment_id
        else 'refund:' || trouble.refund_id end
    left join operator on operator.id = approval.requested_by
    order by trouble.since, trouble.payment_id`

export const countTroubles = (database: Database, kind: TroubleFilter, most: number) =>
  countRows(database, sql`(${troubles(kind)} limit ${most}::integer) as counted`)
