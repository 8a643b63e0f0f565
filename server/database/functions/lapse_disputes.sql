-- A dispute lapses if its device or claimant is gone.
create or replace function lapse_disputes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'device' then
    update device_dispute set state = 'lapsed', decided_at = now() from removed
      where device_dispute.company_id = removed.company_id and device_id = removed.id and device_dispute.state = 'open';
  else
    update device_dispute set state = 'lapsed', decided_at = now() from removed
      where device_dispute.company_id = removed.company_id and claimant_id = removed.id and device_dispute.state = 'open';
  end if;
  return null;
end $$;
create or replace trigger lapse_disputes after delete on device referencing old table as removed
  for each statement execute function lapse_disputes();
create or replace trigger lapse_disputes after delete on employee referencing old table as removed
  for each statement execute function lapse_disputes();
