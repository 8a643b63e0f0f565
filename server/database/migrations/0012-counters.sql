-- A company's figures and totals. Counting 100,000 rows for every page takes tens of milliseconds, so triggers keep count while
-- people and devices change (functions/count_*.sql).
--
-- A change only adds rows. Two changes of one company therefore never wait for each other here, and cannot deadlock. A job
-- folds the added rows into one row for each key; a figure is the sum of both, read in one statement.
-- There is no reference to company or department: the counted rows have them, and checking each added row would cost more than
-- writing it.

create table employee_count (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  folded boolean not null default false,
  department_id uuid,
  state text not null,
  -- These employees have, or once had, time of service.
  served boolean not null,
  employees integer not null,
  primary key (company_id, id) include (department_id, state, served, employees)
);
create unique index on employee_count (company_id, department_id, state, served) nulls not distinct where folded;

-- Instants are counted by the hour since 1970: a number, because thousands of them are summed up at once.
create function hour_of(at timestamptz) returns integer language sql immutable parallel safe
return floor(extract(epoch from at) / 3600)::integer;
create function start_of(hour integer) returns timestamptz language sql immutable parallel safe
return to_timestamp(hour::double precision * 3600);
create function block_of(hour integer) returns integer language sql immutable parallel safe return hour / 768;

-- How many people's service ends in which hour.
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

-- The same for blocks of 32 days, so that what ends further away than this need not be summed up by the hour. Slots 0 to 23 are
-- the hours of a day. Slots 24 to 47 are the last milliseconds of these hours, because most service ends with a day. `days` is
-- the sum of the days on which it ends, counted from 1970.
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

-- A company's ledger entries, of which none is ever removed.
create table service_entry_count (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  folded boolean not null default false,
  kind text not null,
  entries integer not null,
  primary key (company_id, id) include (kind, entries)
);
create unique index on service_entry_count (company_id, kind) where folded;

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

-- The job looks for rows to fold, and for sums that have come to nothing.
create index on employee_count (id) where not folded;
create index on employee_count (id) where folded and employees = 0;
create index on service_end_count (id) where not folded;
create index on service_end_count (id) where folded and employees = 0;
create index on service_block_count (id) where not folded;
create index on service_block_count (id) where folded and employees = 0;
create index on service_entry_count (id) where not folded;
create index on service_entry_count (id) where folded and entries = 0;
create index on device_count (id) where not folded;
create index on device_count (id) where folded and devices = 0;

-- A company reads its counters and cannot write them: the triggers write as the owner.
do $$
declare counter text;
begin
  foreach counter in array array['employee_count', 'service_end_count', 'service_block_count', 'service_entry_count', 'device_count'] loop
    execute format('grant select on %I to portal_company', counter);
    execute format('alter table %I enable row level security', counter);
    execute format('alter table %I force row level security', counter);
    execute format('create policy system on %I to current_user using (true) with check (true)', counter);
    execute format('create policy own on %I for select to portal_company using (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid)', counter);
  end loop;
end $$;
