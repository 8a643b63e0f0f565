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
  sent_today integer not null default 1,
  expires_at timestamptz(3) not null,
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employee on delete cascade
);

create table employee_import (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  account_id uuid not null references account,
  state text not null default 'previewed' check (state in ('previewed', 'running', 'done', 'failed')),
  -- What the sheet held, with each row's problems.
  rows jsonb not null,
  options jsonb not null default '{}',
  total integer not null,
  done integer not null default 0,
  added integer not null default 0,
  failed jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on employee_import (created_at);

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
  -- 12.0.10 comes after 12.0.9.
  client_version_parts integer[] generated always as (string_to_array(client_version, '.')::integer[]) stored,
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
create index on device (company_id, created_at desc, id desc);
create index on device (company_id, created_at) where audit_state = 'pending';
create index on device (company_id, last_seen_at);

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
create index on admin_captcha (company_id, account_id, created_at desc);

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
create index on notice (account_id, id desc);
create index on notice (account_id) where read_at is null;

create table notice_setting (
  account_id uuid primary key references account,
  sms text[] not null
);

-- Lists of large companies: each order and filter has its index.
create index on employee (company_id, service_ends_at);
create index on employee (service_ends_at) where service_ends_at is not null and state = 'active';
create index on employee (company_id, state);
create extension if not exists btree_gin;
create index on employee using gin (company_id, name gin_trgm_ops);
create index on employee using gin (company_id, job_number gin_trgm_ops);
create index on employee using gin (company_id, phone gin_trgm_ops);

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

create function keep_ledger() returns trigger language plpgsql as $$
begin raise exception 'ledger entries are kept as written'; end $$;
create trigger keep_ledger before update or delete on service_entry for each row execute function keep_ledger();
