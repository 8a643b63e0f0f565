import type { Database } from '#server/database/database.ts'
import { newRemarkCode } from '#server/modules/payments/payments.sql.ts'

/** Inserts a transfer that is ten yuan short for the newest closed order: money that finance has to return. */
export const insertTrouble = (database: Database) =>
  database.change`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, state, problem, arrived_amount, payer_name,
      expires_at, created_at)
    select shop_order.company_id, shop_order.id, 'transfer', ${newRemarkCode()}, payable, 'failed',
      format('到账 ¥%s，应付 ¥%s', to_char((payable - 1000) / 100.0, 'FM999,999,990.00'),
        to_char(payable / 100.0, 'FM999,999,990.00')),
      payable - 1000, company.name, shop_order.pays_until, shop_order.created_at + interval '5 minutes'
    from shop_order join company on company.id = shop_order.company_id
    where shop_order.state = 'closed' and payable > 1000 order by shop_order.created_at desc limit 1`
