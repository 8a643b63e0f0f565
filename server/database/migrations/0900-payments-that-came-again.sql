-- works with 0700
-- Money that came once more under the code of a transfer that has ended: a payment of its own under a code that nobody was told. An older
-- program leaves this false and lists it among the transfers, as before.
alter table payment add column came_again boolean not null default false;
update payment set came_again = true from refund
where refund.company_id = payment.company_id and refund.payment_id = payment.id and gateway = 'transfer'
  and refund.kind = 'surplus' and refund.reason = '以用过的备注码又汇来的款项退回';
