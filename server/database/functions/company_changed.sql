-- Wakes the consoles of a company when data that they show changes, once per transaction as far as that is cheap to detect.
-- Devices' heartbeats are not a change: they arrive every minute.
create or replace function announce_company(company uuid) returns void language plpgsql as $$
begin
  if current_setting('portal.company_announced', true) = company::text then return; end if;
  insert into pending_notification (company_id, channel) values (company, 'console');
  -- The setting and the row are both undone with their savepoint.
  perform set_config('portal.company_announced', company::text, true);
end $$;

create or replace function company_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform announce_company(old.company_id); else perform announce_company(new.company_id); end if;
  return null;
end $$;

create or replace trigger company_changed after insert on activity for each row execute function company_changed();
create or replace trigger company_changed after insert or delete on employee for each row execute function company_changed();
create or replace trigger company_changed_by_update after update of state, role, department_id, service_ends_at, device_limit, name on employee
  for each row execute function company_changed();
create or replace trigger company_changed after insert or delete on device for each row execute function company_changed();
create or replace trigger company_changed_by_update after update of audit_state, auth_state, employee_id, name on device for each row
  when (old.audit_state <> new.audit_state or old.auth_state <> new.auth_state or old.employee_id <> new.employee_id
    or old.name <> new.name)
  execute function company_changed();
create or replace trigger company_changed after insert or delete on line for each row execute function company_changed();
create or replace trigger company_changed_by_update after update of state, ends_at, ip_address_id, name on line for each row
  execute function company_changed();
create or replace trigger company_changed after insert on shop_order for each row execute function company_changed();
create or replace trigger company_changed_by_update after update of state on shop_order for each row execute function company_changed();
-- Most connections need no attention. One with findings has just created a notice to the managers.
create or replace trigger company_changed after insert on connection for each row
  when (new.findings <> '{}') execute function company_changed();
create or replace trigger company_changed after insert or update of state on access_request for each row execute function company_changed();
