-- A manager's list shows and finds people by phone; the companies' role does not see accounts. So the phone stands in the
-- employee too, and the database itself keeps it the same.
alter table employee add column phone text;
update employee set phone = account.phone from account where account.id = employee.account_id;
alter table employee alter column phone set not null;
create function employee_phone() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select phone into new.phone from account where id = new.account_id;
  return new;
end $$;
create trigger employee_phone before insert or update of account_id, phone on employee for each row execute function employee_phone();
create function account_phone_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update employee set phone = new.phone where account_id = new.id;
  return null;
end $$;
create trigger account_phone_changed after update of phone on account for each row execute function account_phone_changed();

-- Hours: an append-only ledger of person-days; the balance is its sum, kept beside it so that one guarded statement can
-- take from it. -----------------------------------------------------------------------------------------------------------
create table service_balance (
  company_id uuid primary key references company,
  days integer not null default 0 check (days >= 0)
);

create table service_entry (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('purchase', 'assignment', 'reclaim', 'gift', 'correction')),
  -- Of the balance: positive comes in, negative goes out.
  days integer not null check (days <> 0),
  balance_after integer not null check (balance_after >= 0),
  -- Names are kept as they were: people leave.
  employee_id uuid,
  employee_name text,
  actor_name text not null,
  note text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on service_entry (company_id, employee_id, id desc);
create index on service_entry (company_id, kind, id desc);

create table employee_log (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  employee_id uuid not null,
  action text not null,
  actor_name text not null,
  detail text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on employee_log (company_id, employee_id, id desc);

-- A person is invited by phone; the link carries the token, only its hash is kept.
create table invitation (
  company_id uuid not null references company,
  employee_id uuid not null,
  token_hash bytea not null unique,
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employee on delete cascade
);
create index on invitation (expires_at);

create table employee_import (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  account_id uuid not null references account,
  state text not null default 'previewed' check (state in ('previewed', 'running', 'done', 'failed')),
  -- The rows that can be written; of the others, how many there were.
  rows jsonb not null,
  bad integer not null,
  invite boolean not null default true,
  actor_name text not null default '',
  -- Rows to be written; those before `done` are, or have failed for a reason.
  total integer not null,
  done integer not null default 0,
  added integer not null default 0,
  failed jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on employee_import (created_at);
-- Sheets that somebody asked for are removed after a day.
create index on stored_file (created_at) where purpose = 'export';

-- Devices -----------------------------------------------------------------------------------------------------------------
create table device (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  employee_id uuid not null,
  fingerprint text not null,
  name text not null,
  platform text not null check (platform in ('windows', 'mac', 'android', 'ios')),
  os_version text not null,
  client_version text not null,
  -- 12.0.10 comes after 12.0.9. Text, not an array: row-level security lets only leakproof comparisons use an index.
  client_version_key text collate "C" not null generated always as (
    lpad(split_part(client_version, '.', 1), 6, '0') || lpad(split_part(client_version, '.', 2), 6, '0')
    || lpad(split_part(client_version, '.', 3), 6, '0') || lpad(split_part(client_version, '.', 4), 6, '0')) stored,
  last_ip text,
  last_seen_at timestamptz(3),
  audit_state text not null default 'pending' check (audit_state in ('pending', 'approved', 'rejected')),
  auth_state text not null default 'authorized' check (auth_state in ('authorized', 'suspended')),
  audit_note text,
  audited_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employee on delete cascade,
  unique (company_id, fingerprint)
);
create index on device (company_id, employee_id);
-- The list's orders; the few that are in a state that is looked for have their own.
create index on device (company_id, created_at desc, id desc) include (audit_state, auth_state);
create index on device (company_id, platform, created_at desc, id desc);
create index on device (company_id, created_at desc, id desc) where audit_state = 'pending';
create index on device (company_id, created_at desc, id desc) where audit_state = 'rejected';
create index on device (company_id, created_at desc, id desc) where auth_state = 'suspended';
create index on device (company_id, last_seen_at, id);
create index on device (company_id, platform, client_version_key);

create table device_log (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  device_id uuid not null,
  action text not null,
  actor_name text not null,
  detail text not null default '',
  ip text,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on device_log (company_id, device_id, id desc);

-- A code for one action on exactly these devices.
create table admin_captcha (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  account_id uuid not null references account,
  action text not null,
  device_ids uuid[] not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on admin_captcha (company_id, account_id, action, created_at desc);
create index on admin_captcha (created_at);

-- Notices -----------------------------------------------------------------------------------------------------------------
create table notice (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  kind text not null,
  -- What it is about, with its threshold: `service:<employee>:7:2026-11-27`. One notice for each.
  subject text not null,
  title text not null,
  text text not null,
  link text not null default '',
  read_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (account_id, subject)
);
create index on notice (account_id, created_at desc, id desc);
create index on notice (account_id) where read_at is null;
create index on notice (created_at);

create table notice_setting (
  account_id uuid primary key references account,
  sms text[] not null
);

-- Lists of large companies: each order and filter has its index.
create index on employee (company_id, service_ends_at, id) include (state);
create index on employee (service_ends_at) where service_ends_at is not null and state = 'active';
create index on employee (company_id, state, created_at desc, id desc);
-- Names in the order of their sounds, as a Chinese list has them.
create index on employee (company_id, name collate "zh-x-icu", id);
create index on employee (company_id, department_id, created_at desc, id desc);
-- People are looked for by two characters of a name, which no trigram has: every run of one to three characters is kept.
-- A loop: the same as one query over series costs seven times as much, for every row that is written.
create function search_grams(variadic texts text[]) returns text[] language plpgsql immutable parallel safe as $$
declare
  part text;
  grams text[] := '{}';
begin
  foreach part in array texts loop
    part := lower(part);
    for start in 1 .. coalesce(length(part), 0) loop
      grams := grams || array[substr(part, start, 1), substr(part, start, 2), substr(part, start, 3)];
    end loop;
  end loop;
  return grams;
end $$;
create extension if not exists btree_gin;
alter table employee add column grams text[] generated always as (search_grams(name, phone, job_number)) stored;
create index on employee using gin (company_id, grams);
-- Behind row-level security an index serves leakproof operators alone, and `@>` is none: the company's own role would read
-- all of its people for every keyword. This function reads as the owner, only ever the company that is set, and is planned
-- for each keyword anew.
create function employees_with(wanted text[], most integer) returns setof uuid
language plpgsql stable security definer set search_path = public set enable_seqscan = off set enable_indexscan = off as $$
begin
  return query execute
    'select id from employee where company_id = $1 and grams @> $2 limit $3'
    using nullif(current_setting('portal.company', true), '')::uuid, wanted, most;
end $$;
alter table device add column grams text[] generated always as (search_grams(name, last_ip)) stored;
create index on device using gin (company_id, grams);
-- `@>` is not leakproof, so it can't use an index behind row-level security. This sees all rows and keeps to the company
-- that the connection is set to, as the policies do.
create function devices_matching(wanted text[], pattern text, most integer) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  (select id from device
    where company_id = nullif(current_setting('portal.company', true), '')::uuid and grams @> wanted
      and (name ilike pattern or last_ip like pattern) limit most)
  union
  (select device.id from employee join device on device.company_id = employee.company_id and device.employee_id = employee.id
    where employee.company_id = nullif(current_setting('portal.company', true), '')::uuid and employee.grams @> wanted
      and (employee.name ilike pattern or employee.phone like pattern or employee.job_number ilike pattern) limit most)
$$;

do $$
declare owned text;
begin
  foreach owned in array array['service_balance', 'service_entry', 'employee_log', 'invitation', 'employee_import', 'device', 'device_log', 'admin_captcha'] loop
    execute format('grant select, insert, update, delete on %I to portal_company', owned);
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy system on %I to current_user using (true) with check (true)', owned);
    execute format('create policy own on %I to portal_company using (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid) with check (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid)', owned);
  end loop;
end $$;

-- What a manager may change of the company itself; name and credit code come from its verification.
grant update (contact_name, contact_phone, address, size) on company to portal_company;

create function keep_ledger() returns trigger language plpgsql as $$
begin raise exception 'ledger entries are kept as written'; end $$;
create trigger keep_ledger before update or delete on service_entry for each row execute function keep_ledger();
