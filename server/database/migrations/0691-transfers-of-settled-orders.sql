-- works with 0550
-- Transfers that were left open when their orders were paid another way, or were cancelled with what they should pay. What has arrived
-- of them in parts is listed to be returned. From now on the order closes them.
update payment set state = 'closed',
    problem = case when received = 0 then problem
      else concat(case when received < payment.amount then '只到账 ¥' else '已到账 ¥' end,
        trim(to_char(received / 100.0, '999999999990.00')),
        case when shop_order.state in ('cancelled', 'closed') then '，订单已结束' else '，订单已另行付清' end) end,
    arrived_amount = case when received = 0 then arrived_amount else received end
  from shop_order
  where shop_order.company_id = payment.company_id and shop_order.id = payment.order_id and shop_order.state <> 'pending'
    and payment.gateway = 'transfer' and payment.state = 'created';
