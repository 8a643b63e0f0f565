-- Few devices wait for their audit, were rejected or are suspended, and these are the ones that are looked for by whose they
-- are. Those alone carry all that they are found by, in a line each: their name and address, their owner's name, phone and job
-- number. One index of few rows then answers, instead of that of all devices and of all people of that name. Others have null.
create function is_exceptional(audit_state text, auth_state text) returns boolean language sql immutable parallel safe
return audit_state <> 'approved' or auth_state <> 'authorized';
create function device_words(device_name text, last_ip text, owner_name text, phone text, job_number text) returns text
language sql immutable parallel safe
return concat_ws(E'\n', device_name, last_ip, owner_name, phone, job_number);

alter table device add column words text;
update device set words = device_words(device.name, last_ip, employee.name, phone, job_number) from employee
where employee.company_id = device.company_id and employee.id = device.employee_id
  and is_exceptional(device.audit_state, device.auth_state);

create function device_says() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.words := null;
  if not is_exceptional(new.audit_state, new.auth_state) then
    return new;
  end if;
  -- Whoever renames the person at this moment does not see a device that is only now theirs: one waits for the other.
  if tg_op = 'INSERT' or new.employee_id is distinct from old.employee_id then
    perform from employee where company_id = new.company_id and id = new.employee_id for share;
  end if;
  select device_words(new.name, new.last_ip, name, phone, job_number) into new.words from employee
  where company_id = new.company_id and id = new.employee_id;
  return new;
end $$;
create trigger words_added before insert on device for each row execute function device_says();
-- On condition: devices report every minute, and then nothing of this changes.
create trigger words_changed before update on device for each row
  when ((old.name, old.last_ip, old.employee_id, old.audit_state, old.auth_state)
    is distinct from (new.name, new.last_ip, new.employee_id, new.audit_state, new.auth_state))
  execute function device_says();

create function employee_renamed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- All of theirs: one that changes its state at this moment is waited for, and looked at again.
  update device set words = case when is_exceptional(audit_state, auth_state)
    then device_words(device.name, last_ip, new.name, new.phone, new.job_number) end
  where company_id = new.company_id and employee_id = new.id;
  return null;
end $$;
create trigger words after update on employee for each row
  when ((old.name, old.phone, old.job_number) is distinct from (new.name, new.phone, new.job_number))
  execute function employee_renamed();

create index device_words_search on device using gin (company_pieces(company_id, words))
  with (gin_pending_list_limit = 256) where words is not null;

-- As before (0010), but for three ways: of one person, those alone are read; of exceptional ones, their words are looked
-- through; of all others, their own names and addresses and, first the people, those of people.
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
  found text;
begin
  if wanted_employee is not null then
    found := 'select device.id, device.created_at, device.last_seen_at
      from device join employee on employee.company_id = device.company_id and employee.id = device.employee_id
      where device.company_id = $1 and (' || own_text || ' or ' || person_text || ')'
      || filters || ' limit $9 + 1';
  elsif is_exceptional(coalesce(wanted_audit, 'approved'), coalesce(wanted_auth, 'authorized')) then
    found := 'select id, created_at, last_seen_at from device
      where company_id = $1 and words is not null and company_pieces(company_id, words) @> keyword_pieces($1, $2)'
      || case when is_piece(wanted, pattern) then '' else format(' and words %s $3', like_of(pattern)) end
      || filters || ' limit $9 + 1';
  else
    found := 'select * from (
      (select id, created_at, last_seen_at from device where (company_id = $1) is true
          and company_pieces(company_id, name, last_ip) @> keyword_pieces($1, $2)'
      || case when is_piece(wanted, pattern) then '' else ' and ' || own_text end || filters || '
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
