-- Few devices wait for their audit, were rejected or are suspended, and these are the ones that are looked for by whose they
-- are. Those alone carry their owner's name, phone and job number, in a line each, so that one index intersects with their
-- state: thousands of people of that name need not be read. Others have null, and cost their clients' reports nothing.
create function is_exceptional(audit_state text, auth_state text) returns boolean language sql immutable parallel safe
return audit_state <> 'approved' or auth_state <> 'authorized';
create function owner_text(name text, phone text, job_number text) returns text language sql immutable parallel safe
return concat_ws(E'\n', name, phone, job_number);

alter table device add column owner_text text;
update device set owner_text = owner_text(employee.name, employee.phone, employee.job_number) from employee
where employee.company_id = device.company_id and employee.id = device.employee_id
  and is_exceptional(device.audit_state, device.auth_state);

create function device_owner_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.owner_text := null;
  if not is_exceptional(new.audit_state, new.auth_state) then
    return new;
  end if;
  -- Whoever renames the person at this moment does not see a device that is only now theirs: one waits for the other.
  if tg_op = 'INSERT' or new.employee_id <> old.employee_id then
    perform from employee where company_id = new.company_id and id = new.employee_id for share;
  end if;
  select owner_text(name, phone, job_number) into new.owner_text from employee
  where company_id = new.company_id and id = new.employee_id;
  return new;
end $$;
create trigger owner_text before insert or update of employee_id, audit_state, auth_state on device
  for each row execute function device_owner_text();

create function employee_renamed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- All of theirs: one that changes its state at this moment is waited for, and looked at again.
  update device set owner_text = case when is_exceptional(audit_state, auth_state)
    then owner_text(new.name, new.phone, new.job_number) end
  where company_id = new.company_id and employee_id = new.id;
  return null;
end $$;
create trigger owner_text after update on employee for each row
  when ((old.name, old.phone, old.job_number) is distinct from (new.name, new.phone, new.job_number))
  execute function employee_renamed();

create index device_owner_search on device using gin (company_pieces(company_id, owner_text))
  with (gin_pending_list_limit = 256) where owner_text is not null;

-- As before (0010), but for three ways: of one person, those alone are read; of exceptional ones, the pieces of their own and
-- of their owner's words; of all others, first the people.
create or replace function find_devices(
  wanted text[], wanted_people text[], pattern text, wanted_audit text, wanted_auth text, wanted_platform text,
  wanted_employee uuid, outdated boolean, newest_platforms text[], newest_keys text[], seen_before timestamptz,
  page_offset integer, page_limit integer, most integer,
  out matches integer, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  filters text := case when wanted_audit is null then '' else format(' and audit_state = %L', wanted_audit) end
    || case when wanted_auth is null then '' else format(' and auth_state = %L', wanted_auth) end
    || case when wanted_platform is null then '' else ' and platform = $4' end
    || case when wanted_employee is null then '' else ' and employee_id = $5' end
    || case when outdated is null then '' else case when outdated then ' and' else ' and not' end
      || ' exists (select from unnest($6, $7) as newest (platform, key)
        where newest.platform = device.platform and device.client_version_key < newest.key)' end
    || case when seen_before is null then '' else ' and last_seen_at < $8' end;
  own_text text := format('(device.name %s $3 or last_ip like $3)', like_of(pattern));
  person_text text := format('(employee.name %1$s $3 or phone like $3 or job_number %1$s $3)', like_of(pattern));
  own_pieces text := 'company_pieces(company_id, name, last_ip) @> keyword_pieces($1, $2)'
    || case when is_piece(wanted, pattern) then '' else ' and ' || own_text end;
  found text;
begin
  if wanted_employee is not null then
    found := 'select device.id, device.created_at, device.last_seen_at
      from device join employee on employee.company_id = device.company_id and employee.id = device.employee_id
      where device.company_id = $1 and (' || own_text || ' or ' || person_text || ')'
      || filters || ' limit $9 + 1';
  elsif is_exceptional(coalesce(wanted_audit, 'approved'), coalesce(wanted_auth, 'authorized')) then
    found := 'select id, created_at, last_seen_at from device
      where company_id = $1 and (' || own_pieces || ' or owner_text is not null
        and company_pieces(company_id, owner_text) @> keyword_pieces($1, $10)'
      || case when is_piece(wanted_people, pattern) then '' else format(' and owner_text %s $3', like_of(pattern)) end
      || ')' || filters || ' limit $9 + 1';
  else
    found := 'select * from (
      (select id, created_at, last_seen_at from device where (company_id = $1) is true and ' || own_pieces || filters || '
        limit $9 + 1)
      union all
      (select device.id, device.created_at, device.last_seen_at from (
          select id from employee
          where (company_id = $1) is true and company_pieces(company_id, name, phone, job_number) @> keyword_pieces($1, $10)'
      || case when is_piece(wanted_people, pattern) then '' else ' and ' || person_text end || '
          offset 0
        ) as person join device on company_id = $1 and employee_id = person.id' || filters || ' and ' || own_text || ' is not true
        limit $9 + 1)
      ) as either limit $9 + 1';
  end if;
  execute 'with found as materialized (' || found || ')
    select (select count(*) from found), array(
      select id from (select * from found limit $9) as listed order by '
    || case when seen_before is null then 'created_at desc, id desc' else 'last_seen_at, id' end
    || ' limit $12 offset $11)'
    into matches, ids
    using nullif(current_setting('portal.company', true), '')::uuid, wanted, pattern, wanted_platform, wanted_employee,
      newest_platforms, newest_keys, seen_before, most, wanted_people, page_offset, page_limit;
end $$;
