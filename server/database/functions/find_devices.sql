-- Returns one page of a company's devices with a keyword, in one of three ways: a single person's devices are read directly;
-- exceptional devices are found by their words; all others by their own name and address or, people first, through the people who
-- match the keyword. See find_employees.sql for the rules that both share.
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
