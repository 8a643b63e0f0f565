-- Only the tests' template has this: a change of who may use which line fails where its effect is not compared, because the records
-- of the people and the lines would then lack it. `portal.compared` names the companies whose access is being compared
-- (server/modules/access/follow.ts); `portal.unrecorded` states why a change needs no comparison.
create schema access_guard;
grant usage on schema access_guard to public;

create function access_guard.require_compared(company uuid, by text) returns void language plpgsql as $$
begin
  if coalesce(current_setting('portal.unrecorded', true), '') <> ''
    or position(company::text in coalesce(current_setting('portal.compared', true), '')) > 0 then return; end if;
  raise exception 'a change of % alters who may use which line, and nothing records it (docs/decisions/0014)', by
    using errcode = 'PT002';
end $$;

create function access_guard.served(employee) returns boolean language sql stable as $$
  select coalesce($1.service_ends_at > now() and ($1.guest_until is null or $1.guest_until > now()), false) $$;
create function access_guard.works(employee) returns boolean language sql stable as $$ select $1.state = 'active' $$;
create function access_guard.connects(device) returns boolean language sql stable as $$
  select $1.audit_state = 'approved' and $1.auth_state = 'authorized' $$;
create function access_guard.usable(public.line) returns boolean language sql stable as $$
  select $1.state = 'active' and $1.ends_at > now() $$;

create function access_guard.changed() returns trigger language plpgsql as $$
begin
  perform access_guard.require_compared(case when tg_op = 'DELETE' then old.company_id else new.company_id end, tg_table_name);
  return null;
end $$;
create function access_guard.company_changed() returns trigger language plpgsql as $$
begin perform access_guard.require_compared(new.id, 'company'); return null; end $$;

create trigger access_guarded after update on employee for each row when (access_guard.works(old) <> access_guard.works(new)
  or access_guard.works(new) and (old.department_id is distinct from new.department_id or old.device_limit <> new.device_limit
    or access_guard.served(old) <> access_guard.served(new))) execute function access_guard.changed();
create trigger access_guarded_in after insert on employee for each row
  when (access_guard.works(new) and new.department_id is not null) execute function access_guard.changed();
create trigger access_guarded_out after delete on employee for each row when (access_guard.works(old)) execute function access_guard.changed();
create trigger access_guarded after update on device for each row when (access_guard.connects(old) <> access_guard.connects(new)
  or access_guard.connects(new) and old.employee_id <> new.employee_id) execute function access_guard.changed();
create trigger access_guarded_in after insert on device for each row when (access_guard.connects(new)) execute function access_guard.changed();
create trigger access_guarded_out after delete on device for each row when (access_guard.connects(old)) execute function access_guard.changed();
create trigger access_guarded after update on line for each row when (access_guard.usable(old) <> access_guard.usable(new))
  execute function access_guard.changed();
create trigger access_guarded_out after delete on line for each row when (access_guard.usable(old)) execute function access_guard.changed();
create trigger access_guarded after update on department for each row
  when (old.parent_id is distinct from new.parent_id) execute function access_guard.changed();
create trigger access_guarded after update on company for each row
  when ((old.state = 'frozen') <> (new.state = 'frozen')) execute function access_guard.company_changed();

-- A line that nobody can use, a person who has yet to agree and a department without people gain and lose nothing by a grant.
create function access_guard.granted() returns trigger language plpgsql as $$
declare
  held jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  company uuid := held ->> 'company_id';
begin
  if exists (select from line where line.company_id = company and id = (held ->> 'line_id')::uuid and access_guard.usable(line))
    or exists (select from employee where employee.company_id = company and id = (held ->> 'employee_id')::uuid and access_guard.works(employee))
    or exists (
      with recursive below as (
        select (held ->> 'department_id')::uuid as id
        union select department.id from department join below on department.company_id = company and parent_id = below.id
      ) select from employee join below on below.id = department_id where employee.company_id = company and access_guard.works(employee))
  then perform access_guard.require_compared(company, tg_table_name); end if;
  return null;
end $$;
create trigger access_guarded after insert or delete on line_group_line for each row execute function access_guard.granted();
create trigger access_guarded after insert or delete on line_group_department for each row execute function access_guard.granted();
create trigger access_guarded after insert or delete on line_group_employee for each row execute function access_guard.granted();

-- A call by which people gain or lose lines shows that beforehand, or is listed as not having to (access-guard.ts).
create function access_guard.recorded() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('portal.unrecorded', true), '') = '' and new.call <> all (access_guard.known_calls()) then
    raise exception 'access changes by %, which declares no changesAccess (contract/access.ts)', new.call
      using errcode = 'PT003';
  end if;
  return null;
end $$;
create trigger access_guarded after insert on activity for each row
  when (new.action in ('employee.access', 'line.access') and new.call is not null)
  execute function access_guard.recorded();
