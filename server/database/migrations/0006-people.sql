-- Departments, employees, and the hours of service that are theirs.

-- Departments and employees ------------------------------------------------------------------------------------------------
create table department (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  parent_id uuid,
  name text not null,
  sort integer not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, parent_id) references department,
  unique nulls not distinct (company_id, parent_id, name)
);

create table employee (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  account_id uuid not null unique references account,
  role text not null default 'employee' check (role in ('owner', 'manager', 'employee')),
  name text not null,
  -- The account's. A manager's list shows people by phone and finds them by it, and a company's role does not see accounts;
  -- triggers keep the two equal (functions/employee_phone.sql).
  phone text not null,
  job_number text,
  department_id uuid,
  state text not null default 'active' check (state in ('invited', 'active', 'disabled')),
  device_limit integer not null default 2 check (device_limit between 0 and 100),
  service_ends_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, department_id) references department,
  unique (company_id, job_number)
);
create unique index on employee (company_id) where role = 'owner';
create index on employee (company_id, department_id);
create index on employee (service_ends_at) where service_ends_at is not null and state = 'active';
-- Lists of large companies: each order and each filter has its index. Those with columns beside the key answer pages and totals
-- of people whose service ends in a span of time without reading the rows.
create index on employee (company_id, created_at desc, id desc);
create index on employee (company_id, created_at desc, id desc) where role <> 'employee';
create index on employee (company_id, service_ends_at, id) include (state);
create index on employee (company_id, state, created_at desc, id desc) include (service_ends_at);
create index on employee (company_id, department_id, created_at desc, id desc) include (state, service_ends_at);
-- Names are in the order of their sounds, as in any Chinese list.
create index on employee (company_id, name collate "zh-x-icu", id);
create index on employee (company_id, department_id, name collate "zh-x-icu", id);
-- The pending list is short because every search reads all of it.
create index employee_search on employee using gin (company_pieces(company_id, name, phone, job_number))
  with (gin_pending_list_limit = 256);
-- Operators look for a person in all companies.
create index on employee (name text_pattern_ops);

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

-- A person is invited by phone. The link carries the token; only its hash is kept.
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
  -- The rows that can be written. Of the others only the number is kept.
  rows jsonb not null,
  bad integer not null,
  invite boolean not null default true,
  actor_name text not null default '',
  -- How many rows there are to write. Those before `done` are written, or have failed for a reason.
  total integer not null,
  done integer not null default 0,
  added integer not null default 0,
  failed jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on employee_import (created_at);

-- Hours --------------------------------------------------------------------------------------------------------------------
-- The balance is the sum of the ledger's entries. It is kept beside them so that one guarded statement can take from it.
create table service_balance (
  company_id uuid primary key references company,
  days integer not null default 0 check (days >= 0)
);

-- A ledger of person-days that is only added to: a trigger refuses every change (functions/keep_ledger.sql).
create table service_entry (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('purchase', 'assignment', 'reclaim', 'gift', 'correction')),
  -- What the balance gains; negative if it loses.
  days integer not null check (days <> 0),
  balance_after integer not null check (balance_after >= 0),
  -- Names stay as they were, because people leave.
  employee_id uuid,
  employee_name text,
  actor_name text not null,
  note text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on service_entry (company_id, employee_id, id desc);
create index on service_entry (company_id, kind, id desc);

select keep_to_company(owned::regclass)
from unnest(array['department', 'employee', 'employee_log', 'invitation', 'employee_import', 'service_balance', 'service_entry']) as owned;
