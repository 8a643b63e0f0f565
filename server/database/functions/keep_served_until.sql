-- A customer is lost when the last service ends (server/modules/figures), also that of somebody who is removed later. What was left of
-- a day ends with the removal.
create or replace function keep_served_until() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare ended timestamptz := least(old.service_ends_at, now());
begin
  update company set served_until = ended where id = old.company_id and coalesce(served_until < ended, true);
  return null;
end $$;
create or replace trigger keep_served_until after delete on employee for each row
  when (old.service_ends_at is not null) execute function keep_served_until();
