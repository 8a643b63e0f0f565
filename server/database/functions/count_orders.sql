-- Maintains order_count. Orders are placed one by one, and collecting a statement's rows takes longer than counting a single one.
create or replace function count_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into order_count (state, orders) values (new.state, 1);
  elsif tg_op = 'DELETE' then
    insert into order_count (state, orders) select state, -count(*) from removed group by 1;
  else
    insert into order_count (state, orders) values (old.state, -1), (new.state, 1);
  end if;
  return null;
end $$;
create or replace trigger count_added after insert on shop_order for each row execute function count_orders();
create or replace trigger count_removed after delete on shop_order
  referencing old table as removed for each statement execute function count_orders();
create or replace trigger count_changed after update on shop_order for each row
  when (old.state <> new.state) execute function count_orders();
