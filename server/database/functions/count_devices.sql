-- Maintains device_count. It writes as the owner, because the companies' role may only read counters.
create or replace function count_devices() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into device_count (company_id, platform, client_version_key, audit_state, auth_state, devices)
    select company_id, platform, client_version_key, audit_state, auth_state, count(*) from added group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into device_count (company_id, platform, client_version_key, audit_state, auth_state, devices)
    select company_id, platform, client_version_key, audit_state, auth_state, -count(*) from removed group by 1, 2, 3, 4, 5;
  else
    insert into device_count (company_id, platform, client_version_key, audit_state, auth_state, devices)
    values (old.company_id, old.platform, old.client_version_key, old.audit_state, old.auth_state, -1),
      (new.company_id, new.platform, new.client_version_key, new.audit_state, new.auth_state, 1);
  end if;
  return null;
end $$;
create or replace trigger count_added after insert on device
  referencing new table as added for each statement execute function count_devices();
create or replace trigger count_removed after delete on device
  referencing old table as removed for each statement execute function count_devices();
-- Counted per row so that the condition applies: devices report every minute, usually without changing these columns.
create or replace trigger count_changed after update on device for each row
  when ((old.company_id, old.platform, old.client_version_key, old.audit_state, old.auth_state)
    is distinct from (new.company_id, new.platform, new.client_version_key, new.audit_state, new.auth_state))
  execute function count_devices();
