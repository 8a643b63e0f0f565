-- What a company's figures and totals are: kept while its people and devices change, because counting 100,000 rows for every
-- page takes tens of milliseconds. A change only ever adds rows, so that two changes of one company never wait for each other
-- here, and none can close a circle of waiting; a job folds what was added into one row for each key. A figure is the sum of
-- both, read in one statement.
-- No reference to company or department: the counted rows have them, and a check of each added row would cost more than it.
create table employee_count (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  folded boolean not null default false,
  department_id uuid,
  state text not null,
  -- Has had time of service, or has some.
  served boolean not null,
  employees integer not null,
  primary key (company_id, id) include (department_id, state, served, employees)
);
create unique index on employee_count (company_id, department_id, state, served) nulls not distinct where folded;

-- Whose service ends in which hour, counted from 1970: a number, because thousands of them are summed up at once.
create table service_end_count (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  folded boolean not null default false,
  hour integer not null,
  state text not null,
  employees integer not null,
  primary key (company_id, hour, id) include (state, employees)
);
create unique index on service_end_count (company_id, hour, state) where folded;

create table device_count (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  folded boolean not null default false,
  platform text not null,
  client_version_key text collate "C" not null,
  audit_state text not null,
  auth_state text not null,
  devices integer not null,
  primary key (company_id, id) include (platform, client_version_key, audit_state, auth_state, devices)
);
create unique index on device_count (company_id, platform, client_version_key, audit_state, auth_state) where folded;

-- What the job looks for: rows to be folded, and sums that have become nothing.
create index on employee_count (id) where not folded;
create index on employee_count (id) where folded and employees = 0;
create index on service_end_count (id) where not folded;
create index on service_end_count (id) where folded and employees = 0;
create index on device_count (id) where not folded;
create index on device_count (id) where folded and devices = 0;

do $$
declare owned text;
begin
  foreach owned in array array['employee_count', 'service_end_count', 'device_count'] loop
    -- Read alone: the triggers write as the owner.
    execute format('grant select on %I to portal_company', owned);
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy system on %I to current_user using (true) with check (true)', owned);
    execute format('create policy own on %I for select to portal_company using (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid)', owned);
  end loop;
end $$;

create function hour_of(at timestamptz) returns integer language sql immutable parallel safe
return floor(extract(epoch from at) / 3600)::integer;
create function start_of(hour integer) returns timestamptz language sql immutable parallel safe
return to_timestamp(hour::double precision * 3600);

-- Once for a statement, however many rows it changes.
create function count_employees() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into employee_count (company_id, department_id, state, served, employees)
    select company_id, department_id, state, service_ends_at is not null, count(*) from added group by 1, 2, 3, 4;
    insert into service_end_count (company_id, hour, state, employees)
    select company_id, hour_of(service_ends_at), state, count(*) from added
    where service_ends_at is not null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into employee_count (company_id, department_id, state, served, employees)
    select company_id, department_id, state, service_ends_at is not null, -count(*) from removed group by 1, 2, 3, 4;
    insert into service_end_count (company_id, hour, state, employees)
    select company_id, hour_of(service_ends_at), state, -count(*) from removed
    where service_ends_at is not null group by 1, 2, 3;
  else
    insert into employee_count (company_id, department_id, state, served, employees)
    select company_id, department_id, state, served, sum(change) from (
      select company_id, department_id, state, service_ends_at is not null as served, 1 as change from added
      union all select company_id, department_id, state, service_ends_at is not null, -1 from removed
    ) as changed group by 1, 2, 3, 4 having sum(change) <> 0;
    insert into service_end_count (company_id, hour, state, employees)
    select company_id, hour_of(service_ends_at), state, sum(change) from (
      select company_id, service_ends_at, state, 1 as change from added
      union all select company_id, service_ends_at, state, -1 from removed
    ) as changed where service_ends_at is not null group by 1, 2, 3 having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger count_added after insert on employee
  referencing new table as added for each statement execute function count_employees();
create trigger count_removed after delete on employee
  referencing old table as removed for each statement execute function count_employees();
create trigger count_changed after update on employee
  referencing old table as removed new table as added for each statement execute function count_employees();

create function count_devices() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger count_added after insert on device
  referencing new table as added for each statement execute function count_devices();
create trigger count_removed after delete on device
  referencing old table as removed for each statement execute function count_devices();
-- By row, for the sake of the condition: devices report every minute, and then nothing of this changes.
create trigger count_changed after update on device for each row
  when ((old.company_id, old.platform, old.client_version_key, old.audit_state, old.auth_state)
    is distinct from (new.company_id, new.platform, new.client_version_key, new.audit_state, new.auth_state))
  execute function count_devices();

-- Nobody writes between the triggers above and this: they hold the tables until the migration commits.
insert into employee_count (company_id, department_id, state, served, employees, folded)
select company_id, department_id, state, service_ends_at is not null, count(*), true from employee group by 1, 2, 3, 4;
insert into service_end_count (company_id, hour, state, employees, folded)
select company_id, hour_of(service_ends_at), state, count(*), true from employee where service_ends_at is not null group by 1, 2, 3;
insert into device_count (company_id, platform, client_version_key, audit_state, auth_state, devices, folded)
select company_id, platform, client_version_key, audit_state, auth_state, count(*), true from device group by 1, 2, 3, 4, 5;

-- Keywords ----------------------------------------------------------------------------------------------------------------
-- A piece of a name together with its company is one number: the index has a list for each piece of each company, not one of
-- a piece in all companies that is held against one of all people of the company.
create function company_pieces(company uuid, variadic texts text[]) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  seed bigint := uuid_hash_extended(company, 0);
  part text;
  pieces bigint[] := '{}';
begin
  foreach part in array texts loop
    part := lower(part);
    for start in 1 .. coalesce(length(part), 0) loop
      pieces := pieces || array[hashtextextended(substr(part, start, 1), seed), hashtextextended(substr(part, start, 2), seed),
        hashtextextended(substr(part, start, 3), seed)];
    end loop;
  end loop;
  return pieces;
end $$;
create function keyword_pieces(company uuid, wanted text[]) returns bigint[] language sql immutable parallel safe
return (select array_agg(hashtextextended(lower(piece), uuid_hash_extended(company, 0))) from unnest(wanted) as piece);

drop function employees_with(text[], integer);
drop function devices_matching(text[], text, integer);
alter table employee drop column grams;
alter table device drop column grams;
drop function search_grams(text[]);
-- A short list of what is not in the index yet: every search reads all of it.
create index employee_search on employee using gin (company_pieces(company_id, name, phone, job_number))
  with (gin_pending_list_limit = 256);
create index device_search on device using gin (company_pieces(company_id, name, last_ip))
  with (gin_pending_list_limit = 256);

-- Behind row-level security an index serves leakproof operators alone, and `@>` is none. These read as the owner, only
-- ever the company that is set, and are planned for each keyword anew. They go through `most` matches at the most; the filters
-- are in here so that those are of what is looked for, and null where they are not given.
create function find_employees(
  wanted text[], pattern text, departments uuid[], without_department boolean, wanted_state text, wanted_role text,
  without_service boolean, ends_after timestamptz, ends_until timestamptz,
  sorting text, page_offset integer, page_limit integer, most integer,
  out matches integer, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
begin
  execute
    'with found as materialized (
      select id, created_at, service_ends_at, name from employee
      where company_id = $1 and company_pieces(company_id, name, phone, job_number) @> keyword_pieces($1, $2)
        and (name ilike $3 or phone like $3 or job_number ilike $3)'
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

create function people_with_keyword(wanted text[], pattern text, most integer) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off as $$
declare
  people uuid[];
begin
  execute
    'select array(select id from employee
      where company_id = $1 and company_pieces(company_id, name, phone, job_number) @> keyword_pieces($1, $2)
        and (name ilike $3 or phone like $3 or job_number ilike $3) limit $4)'
    into people using nullif(current_setting('portal.company', true), '')::uuid, wanted, pattern, most;
  return people;
end $$;

-- Devices by their own name and address, and those of people by name, phone and job number: first the people, so that it is
-- known how many there are when their devices are planned for. More people than this have no keyword that comes here.
create function find_devices(
  wanted text[], wanted_people text[], pattern text, wanted_audit text, wanted_auth text, wanted_platform text,
  wanted_employee uuid, outdated boolean, newest_platforms text[], newest_keys text[], seen_before timestamptz,
  page_offset integer, page_limit integer, most integer,
  out matches integer, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  people uuid[] := people_with_keyword(wanted_people, pattern, 20000);
  filters text := case when wanted_audit is null then '' else format(' and audit_state = %L', wanted_audit) end
    || case when wanted_auth is null then '' else format(' and auth_state = %L', wanted_auth) end
    || case when wanted_platform is null then '' else ' and platform = $4' end
    || case when wanted_employee is null then '' else ' and employee_id = $5' end
    || case when outdated is null then '' else case when outdated then ' and' else ' and not' end
      || ' exists (select from unnest($6, $7) as newest (platform, key)
        where newest.platform = device.platform and device.client_version_key < newest.key)' end
    || case when seen_before is null then '' else ' and last_seen_at < $8' end;
begin
  execute
    'with own as materialized (
      select id, created_at, last_seen_at from device
      where company_id = $1 and company_pieces(company_id, name, last_ip) @> keyword_pieces($1, $2)
        and (name ilike $3 or last_ip like $3)' || filters || ' limit $9 + 1
    ), theirs as materialized (
      select id, created_at, last_seen_at from device
      where company_id = $1 and employee_id = any($12)' || filters || ' limit $9 + 1
    ), found as materialized (select * from (select * from own union select * from theirs) as either limit $9 + 1)
    select (select count(*) from found), array(
      select id from (select * from found limit $9) as listed order by '
    || case when seen_before is null then 'created_at desc, id desc' else 'last_seen_at, id' end
    || ' limit $11 offset $10)'
    into matches, ids
    using nullif(current_setting('portal.company', true), '')::uuid, wanted, pattern, wanted_platform, wanted_employee,
      newest_platforms, newest_keys, seen_before, most, page_offset, page_limit, people;
end $$;

-- Few among many, each in the list's order.
create index on employee (company_id, created_at desc, id desc) where role <> 'employee';
drop index device_company_id_platform_client_version_key_idx;
create index on device (company_id, platform, client_version_key, created_at desc, id desc) include (audit_state, auth_state);
drop index device_company_id_created_at_id_audit_state_auth_state_idx;
create index on device (company_id, created_at desc, id desc) include (audit_state, auth_state, platform, client_version_key);
