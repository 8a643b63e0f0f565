-- Lists of large companies: what their pages, totals and keywords read.

-- Pages and totals of those in a department or a state whose service ends then and then are read off the index alone. A
-- department in the order of names has its own.
create index on employee (company_id, department_id, created_at desc, id desc) include (state, service_ends_at);
drop index employee_company_id_department_id_created_at_id_idx;
create index on employee (company_id, state, created_at desc, id desc) include (service_ends_at);
drop index employee_company_id_state_created_at_id_idx;
create index on employee (company_id, department_id, name collate "zh-x-icu", id);

-- Unseen for long, with another filter. Clients write this index every minute anyway: the columns beside it cost no more writes.
create index on device (company_id, last_seen_at, id) include (platform, audit_state, auth_state, client_version_key);
drop index device_company_id_last_seen_at_id_idx;

-- The devices of thousands of people, of which few are in the state that is looked for.
create index on device (company_id, employee_id) where audit_state = 'pending';
create index on device (company_id, employee_id) where audit_state = 'rejected';
create index on device (company_id, employee_id) where auth_state = 'suspended';

-- Keywords ----------------------------------------------------------------------------------------------------------------
-- Whoever has the one piece that a short keyword is has the keyword: nobody need be compared with it again. Letters are, because
-- the index does not tell large from small, and addresses do.
create function is_piece(wanted text[], pattern text) returns boolean language sql immutable parallel safe
return cardinality(wanted) = 1 and char_length(wanted[1]) <= 3 and lower(wanted[1]) = upper(wanted[1])
  and pattern = '%' || regexp_replace(wanted[1], '([\\%_])', '\\\1', 'g') || '%';

-- As before (0005), but for two things: what the index tells for sure is not compared again; and where nothing else is looked
-- for, "is true" keeps the planner from intersecting with all of the company's people: a piece's number tells its company.
-- Without letters none are to be taken for each other, which takes several times as long.
create function like_of(pattern text) returns text language sql immutable parallel safe
return case when lower(pattern) = upper(pattern) then 'like' else 'ilike' end;

create or replace function find_employees(
  wanted text[], pattern text, departments uuid[], without_department boolean, wanted_state text, wanted_role text,
  without_service boolean, ends_after timestamptz, ends_until timestamptz,
  sorting text, page_offset integer, page_limit integer, most integer,
  out matches integer, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  execute
    'with found as materialized (
      select id, created_at, service_ends_at, name from employee
      where (company_id = $1)'
    || case when coalesce(departments::text, wanted_state, ends_after::text, ends_until::text) is null then ' is true' else '' end
    || ' and company_pieces(company_id, name, phone, job_number) @> keyword_pieces($1, $2)'
    || case when is_piece(wanted, pattern) then ''
      else format(' and (name %1$s $3 or phone like $3 or job_number %1$s $3)', like_of(pattern)) end
    || case when departments is null then '' else ' and department_id = any($4)' end
    || case when without_department then ' and department_id is null' else '' end
    || case when wanted_state is null then '' else ' and state = $5' end
    || case when wanted_role is null then '' else ' and role = $6' end
    || case when without_service then ' and service_ends_at is null' else '' end
    || case when ends_after is null then '' else ' and service_ends_at > $7' end
    || case when ends_until is null then '' else ' and service_ends_at <= $8' end
    || ' limit $9 + 1)
    select (select count(*) from found), array(
      select id from (select * from found limit $9) as listed order by '
    || case sorting when 'name' then 'name collate "zh-x-icu", id' when 'service_end' then 'service_ends_at, id'
      else 'created_at desc, id desc' end
    || ' limit $11 offset $10)'
    into matches, ids
    using nullif(current_setting('portal.company', true), '')::uuid, wanted, pattern, departments, wanted_state, wanted_role,
      ends_after, ends_until, most, page_offset, page_limit;
end $$;

-- Devices by their own name and address, and of people those that are not among them. Where most devices of a person are of what is looked for, people
-- are gone through until enough are found; where few are, the few are looked up by all of the people at once.
create or replace function find_devices(
  wanted text[], wanted_people text[], pattern text, wanted_audit text, wanted_auth text, wanted_platform text,
  wanted_employee uuid, outdated boolean, newest_platforms text[], newest_keys text[], seen_before timestamptz,
  page_offset integer, page_limit integer, most integer,
  out matches integer, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  rare boolean := coalesce(wanted_audit in ('pending', 'rejected'), false) or coalesce(wanted_auth = 'suspended', false)
    or wanted_employee is not null;
  filters text := case when wanted_audit is null then '' else format(' and audit_state = %L', wanted_audit) end
    || case when wanted_auth is null then '' else format(' and auth_state = %L', wanted_auth) end
    || case when wanted_platform is null then '' else ' and platform = $4' end
    || case when wanted_employee is null then '' else ' and employee_id = $5' end
    || case when outdated is null then '' else case when outdated then ' and' else ' and not' end
      || ' exists (select from unnest($6, $7) as newest (platform, key)
        where newest.platform = device.platform and device.client_version_key < newest.key)' end
    || case when seen_before is null then '' else ' and last_seen_at < $8' end;
  own_text text := format('(device.name %s $3 or last_ip like $3)', like_of(pattern));
begin
  execute
    'with own as materialized (
      select id, created_at, last_seen_at from device
      where (company_id = $1)' || case when rare then '' else ' is true' end || '
        and company_pieces(company_id, name, last_ip) @> keyword_pieces($1, $2)'
    || case when is_piece(wanted, pattern) then '' else ' and ' || own_text end || filters
    || ' limit $9 + 1
    ), person as materialized (
      select id from employee
      where (company_id = $1) is true and company_pieces(company_id, name, phone, job_number) @> keyword_pieces($1, $12)'
    || case when is_piece(wanted_people, pattern) then ''
      else format(' and (name %1$s $3 or phone like $3 or job_number %1$s $3)', like_of(pattern)) end
    || '), theirs as materialized ('
    || case when rare then
      'select id, created_at, last_seen_at from device
        where company_id = $1 and employee_id = any(array(select id from person))'
      else
      'select device.id, created_at, last_seen_at from person join device on company_id = $1 and employee_id = person.id'
      end
    || filters || ' and ' || own_text || ' is not true limit $9 + 1
    ), found as materialized (select * from (select * from own union all select * from theirs) as either limit $9 + 1)
    select (select count(*) from found), array(
      select id from (select * from found limit $9) as listed order by '
    || case when seen_before is null then 'created_at desc, id desc' else 'last_seen_at, id' end
    || ' limit $11 offset $10)'
    into matches, ids
    using nullif(current_setting('portal.company', true), '')::uuid, wanted, pattern, wanted_platform, wanted_employee,
      newest_platforms, newest_keys, seen_before, most, page_offset, page_limit, wanted_people;
end $$;
drop function people_with_keyword(text[], text, integer);

-- Counters ----------------------------------------------------------------------------------------------------------------
-- As service_end_count (0005), for 32 days at once: what ends further away than this, in the past or to come, need not be summed
-- up by the hour. Of each hour of the day, and of its last millisecond by itself: most service ends with a day. `days` is the
-- sum of the days on which it ends, counted from 1970.
create table service_block_count (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  folded boolean not null default false,
  block integer not null,
  slot integer not null,
  state text not null,
  employees integer not null,
  days bigint not null,
  primary key (company_id, block, id) include (slot, state, employees, days)
);
create unique index on service_block_count (company_id, block, slot, state) where folded;
-- A company's entries of hours, which are never taken out.
create table service_entry_count (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  folded boolean not null default false,
  kind text not null,
  entries integer not null,
  primary key (company_id, id) include (kind, entries)
);
create unique index on service_entry_count (company_id, kind) where folded;

create index on service_block_count (id) where not folded;
create index on service_block_count (id) where folded and employees = 0;
create index on service_entry_count (id) where not folded;
create index on service_entry_count (id) where folded and entries = 0;

do $$
declare owned text;
begin
  foreach owned in array array['service_block_count', 'service_entry_count'] loop
    -- Read alone: the triggers write as the owner.
    execute format('grant select on %I to portal_company', owned);
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy system on %I to current_user using (true) with check (true)', owned);
    execute format('create policy own on %I for select to portal_company using (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid)', owned);
  end loop;
end $$;

create function block_of(hour integer) returns integer language sql immutable parallel safe return hour / 768;
-- By milliseconds of a row, computed once: hour_of costs as much for each of its uses. Slots are from 0 the hours of a day, from 24
-- their last milliseconds.
create function count_service_blocks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into service_block_count (company_id, block, slot, state, employees, days)
    select company_id, at / 2764800000, at / 3600000 % 24 + case when at % 3600000 = 3599999 then 24 else 0 end, state,
      count(*), sum(at / 86400000)
    from (
      select company_id, state, floor(extract(epoch from service_ends_at) * 1000)::bigint as at from added
      where service_ends_at is not null offset 0
    ) as ending group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into service_block_count (company_id, block, slot, state, employees, days)
    select company_id, at / 2764800000, at / 3600000 % 24 + case when at % 3600000 = 3599999 then 24 else 0 end, state,
      -count(*), -sum(at / 86400000)
    from (
      select company_id, state, floor(extract(epoch from service_ends_at) * 1000)::bigint as at from removed
      where service_ends_at is not null offset 0
    ) as ending group by 1, 2, 3, 4;
  else
    insert into service_block_count (company_id, block, slot, state, employees, days)
    select company_id, at / 2764800000, at / 3600000 % 24 + case when at % 3600000 = 3599999 then 24 else 0 end, state,
      sum(change), sum(change * (at / 86400000))
    from (
      select company_id, state, floor(extract(epoch from service_ends_at) * 1000)::bigint as at, 1 as change from added
      where service_ends_at is not null
      union all select company_id, state, floor(extract(epoch from service_ends_at) * 1000)::bigint, -1 from removed
      where service_ends_at is not null
    ) as changed group by 1, 2, 3, 4 having sum(change) <> 0 or sum(change * (at / 86400000)) <> 0;
  end if;
  return null;
end $$;
create trigger count_blocks_added after insert on employee
  referencing new table as added for each statement execute function count_service_blocks();
create trigger count_blocks_removed after delete on employee
  referencing old table as removed for each statement execute function count_service_blocks();
create trigger count_blocks_changed after update on employee
  referencing old table as removed new table as added for each statement execute function count_service_blocks();

create function count_service_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into service_entry_count (company_id, kind, entries)
  select company_id, kind, count(*) from added group by 1, 2;
  return null;
end $$;
create trigger count_added after insert on service_entry
  referencing new table as added for each statement execute function count_service_entries();

-- Nobody writes between the triggers above and this: they hold the tables until the migration commits.
insert into service_block_count (company_id, block, slot, state, employees, days, folded)
select company_id, at / 2764800000, at / 3600000 % 24 + case when at % 3600000 = 3599999 then 24 else 0 end, state,
  count(*), sum(at / 86400000), true
from (
  select company_id, state, floor(extract(epoch from service_ends_at) * 1000)::bigint as at from employee
  where service_ends_at is not null offset 0
) as ending group by 1, 2, 3, 4;
insert into service_entry_count (company_id, kind, entries, folded)
select company_id, kind, count(*), true from service_entry group by 1, 2;
