import type { Database } from '#server/database/database.ts'
import { graceOf } from '#server/modules/access/line-state.ts'
import type { Order } from './orders.sql.ts'

/** A renewal is kept open no longer than the lines: later money would renew none, and the buyer would wait in vain. */
export const setPaysUntil = (
  transaction: Database,
  { company_id, order_id }: Pick<Order, 'company_id' | 'order_id'>,
  until: string,
) =>
  transaction.change`
    update shop_order set pays_until = greatest(pays_until, least(${until}::timestamptz, (
      select min(line.ends_at + ${graceOf}) from shop_order due
      join order_item on order_item.company_id = ${company_id} and order_item.order_id = due.id
      join line on line.company_id = ${company_id} and line.id = order_item.line_id
      where due.company_id = ${company_id} and due.state = 'pending' and (due.id = ${order_id} or due.id in (
        select joint_payment.order_id from joint_payment where company_id = ${company_id} and topup_id = ${order_id})))))
    where company_id = ${company_id} and id = ${order_id} and state = 'pending'`
