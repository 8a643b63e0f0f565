-- Wakes clients that wait for a change of access. The notification is per company, and once per transaction as far as that is cheap
-- to detect. The conditions are on the triggers, so that a device's heartbeat every minute costs no call.
create or replace function announce_access(company uuid) returns void language plpgsql as $$
begin
  if current_setting('portal.announced', true) = company::text then return; end if;
  insert into pending_notification (company_id, channel) values (company, 'access');
  -- The setting and the row are both undone with their savepoint.
  perform set_config('portal.announced', company::text, true);
end $$;

create or replace function access_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform announce_access(old.company_id); else perform announce_access(new.company_id); end if;
  return null;
end $$;
create or replace trigger access_changed after update of department_id, state, device_limit, service_ends_at, guest_until on employee for each row
  when (old.department_id is distinct from new.department_id or old.state <> new.state
    or old.device_limit <> new.device_limit or old.service_ends_at is distinct from new.service_ends_at
    or old.guest_until is distinct from new.guest_until)
  execute function access_changed();
create or replace trigger access_changed after update of employee_id, audit_state, auth_state, audit_note on device for each row
  when (old.employee_id <> new.employee_id or old.audit_state <> new.audit_state or old.auth_state <> new.auth_state
    or old.audit_note is distinct from new.audit_note)
  execute function access_changed();
create or replace trigger access_changed_by_removal after delete on device for each row execute function access_changed();
create or replace trigger access_changed after update of parent_id on department for each row
  when (old.parent_id is distinct from new.parent_id) execute function access_changed();
create or replace trigger access_changed after update of name, state, ends_at, ip_address_id, gateway on line for each row
  when (old.name <> new.name or old.state <> new.state or old.ends_at <> new.ends_at
    or old.address is distinct from new.address or old.gateway is distinct from new.gateway)
  execute function access_changed();

create or replace function company_access_changed() returns trigger language plpgsql as $$
begin perform announce_access(new.id); return null; end $$;
create or replace trigger access_changed after update of state on company for each row
  when (old.state <> new.state) execute function company_access_changed();

-- Obligations of people and decisions of the provider also keep clients from the lines, and belong to no company. Only the end of
-- such access is announced: a person who regains it has no waiting client.
create or replace function personal_access_ended() returns trigger language plpgsql as $$
begin
  perform announce_access(company_id) from employee
    where account_id = case tg_table_name when 'account' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'account_id')::uuid end
      and state in ('active', 'disabled');
  return null;
end $$;
create or replace trigger access_changed after update of state on account for each row
  when (old.state = 'active' and new.state <> 'active') execute function personal_access_ended();
create or replace trigger access_changed after update of withdrawn_at on consent for each row
  when (new.kind = 'cross_border' and old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function personal_access_ended();
create or replace trigger access_changed after update of state, claim_ended_at on identity_verification for each row
  when (old.state = 'approved' and old.claim_ended_at is null and (new.state <> 'approved' or new.claim_ended_at is not null))
  execute function personal_access_ended();
