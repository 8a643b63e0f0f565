import type { Database } from '#server/database/database.ts'

/** Writes the ledger entries that follow from the orders: top-ups, payments from the balance, and refunds to it. */
export async function insertBalances(database: Database): Promise<void> {
  await database.change`
    insert into balance_entry (company_id, id, kind, amount, balance_after, order_id, actor_name, note, created_at)
    select company_id, uuidv7(at - now()), kind, amount,
      sum(amount) over (partition by company_id order by at), order_id, actor_name, note, at
    from (
      select company_id, id as order_id, 'topup' as kind, payable as amount, buyer_name as actor_name, subject as note,
        fulfilled_at as at
      from shop_order where product = 'balance' and fulfilled_at is not null
      union all
      select company_id, shop_order.id, 'payment', -payment.amount, buyer_name, subject, payment.paid_at
      from payment join shop_order using (company_id)
      where shop_order.id = payment.order_id and gateway = 'balance' and payment.paid_at is not null
      union all
      select refund.company_id, refund.order_id, 'refund', refund.amount, '系统', refund.reason, refund.done_at
      from refund join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
      where gateway = 'balance' and refund.done_at is not null
    ) as moved`
  await database.change`
    insert into company_balance (company_id, amount, moved_at)
    select company_id, sum(amount), max(created_at) from balance_entry group by company_id`
}
