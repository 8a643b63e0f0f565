import { refund } from '#contract/records/refund.ts'
import type { Database } from '#server/database/database.ts'
import { backBy } from './refunds.sql.ts'

const waiting = refund.schema.pick({
  kind: true,
  state: true,
  amount: true,
  reason: true,
  failure: true,
  gateway: true,
  order_number: true,
  company_name: true,
})

export const waitingRefunds = (database: Database, limit: number) =>
  database.rows(waiting)`
    select refund.kind, refund.state, refund.amount, refund.reason, refund.failure, ${backBy} as gateway,
      shop_order.number as order_number, company.name as company_name
    from refund
    join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
    join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
    join company on company.id = refund.company_id
    where refund.state in ('asked', 'sending', 'failed') order by refund.asked_at limit ${limit}`
