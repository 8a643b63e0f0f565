-- A customer is lost when the last service ends (server/modules/figures), also that of somebody who is removed later. What was left of
-- a day ends with the removal.
create or replace function keep_served_until() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare ended timestamptz := least(old.service_ends_at, now());
begin
  insert into service_balance (company_id, served_until) values (old.company_id, ended)
  on conflict (company_id) do update set served_until = excluded.served_until
    where coalesce(service_balance.served_until < excluded.served_until, true);
  return null;
end $$;
create or replace trigger keep_served_until after delete on employee for each row
  when (old.service_ends_at is not null) execute function keep_served_until();
