-- A used coupon stores the discount on its order.
create or replace function coupon_discount() returns trigger language plpgsql as $$
begin
  new.discount := case when new.state = 'used' then
    (select coupon_discount from shop_order where company_id = new.company_id and id = new.order_id) end;
  return new;
end $$;
create or replace trigger coupon_discount before insert or update of state, order_id on coupon
  for each row execute function coupon_discount();
