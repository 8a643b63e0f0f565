-- works with 0100
-- Each refund that is back has a document of its own (退款凭证): its number is the order's, and the refund's place among those of the
-- order, so that nobody reads from it how many there are. The name is that of the company at the time.
alter table refund add column credit_number text, add column credit_name text,
  add constraint numbered_with_name check ((credit_number is null) = (credit_name is null));
update refund set credit_number = done.credit_number, credit_name = done.name
from (
  select refund.company_id, refund.id, company.name,
    shop_order.number || '-T' || row_number() over (partition by refund.company_id, refund.order_id order by done_at, refund.id)
      as credit_number
  from refund
  join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
  join company on company.id = refund.company_id
  where refund.state = 'done'
) as done
where refund.company_id = done.company_id and refund.id = done.id;
create unique index one_credit_note_a_number on refund (credit_number) where credit_number is not null;
