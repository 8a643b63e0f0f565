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

-- A membership begins with the person's own yes (docs/decisions/0013-consent.md). Until then a company may have somebody on its
-- list, and so may several at once; whoever has agreed belongs to one.
create table employee (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  account_id uuid not null references account,
  role text not null default 'employee' check (role in ('owner', 'manager', 'employee')),
  name text not null,
  -- The account's. A manager's list shows people by phone and finds them by it, and a company's role does not see accounts;
  -- triggers keep the two equal (functions/employee_phone.sql).
  phone text not null,
  job_number text,
  position text,
  department_id uuid,
  state text not null default 'active' check (state in ('invited', 'declined', 'lapsed', 'active', 'disabled')),
  -- When the person was asked for the last time. An invitation lapses a while later; a job finds it.
  invited_at timestamptz(3) not null default now(),
  device_limit integer not null default 2 check (device_limit between 0 and 100),
  service_ends_at timestamptz(3),
  -- The end of the hours of which the records tell already. Ends of more than a day ago are told by nothing.
  hours_told_of timestamptz(3),
  -- Days that the company keeps for somebody who has yet to agree. They have left the balance already. Only an open invitation holds
  -- any: whatever ends it gives them back, or starts them, in the same statement.
  reserved_days integer not null default 0,
  -- A guest is somebody whose employment ends by itself, so nobody who runs the company is one.
  guest_until timestamptz(3),
  -- The end of a guest of which the managers were reminded.
  guest_told_of timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, department_id) references department,
  unique (company_id, job_number),
  check (role = 'employee' or state in ('active', 'disabled')),
  check (reserved_days >= 0 and (reserved_days = 0 or state = 'invited')),
  constraint employee_guest_check check (guest_until is null or role = 'employee')
);
create unique index on employee (company_id) where role = 'owner';
create unique index employee_joined on employee (account_id) where state in ('active', 'disabled');
create unique index employee_listed on employee (company_id, account_id);
create index on employee (account_id);
create index on employee (company_id, department_id);
create index on employee (service_ends_at) where service_ends_at is not null and state = 'active';
create index on employee (company_id) include (reserved_days) where reserved_days > 0;
create index on employee (guest_until) where guest_until is not null;
create index on employee (invited_at) where state = 'invited';
-- Who has declined, or not answered, leaves the list after a while.
create index on employee (invited_at) where state in ('declined', 'lapsed');
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
-- Operators look for a person in all companies, and for a company by how the names of those who manage it begin. Among the names of
-- all people the few of managers would be found too late: everybody of a frequent family name would be read.
create index on employee (name text_pattern_ops);
create index employee_managers on employee (name text_pattern_ops) where role <> 'employee';

create table employee_log (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  employee_id uuid not null,
  action text not null,
  actor_name text not null,
  detail text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
create index on employee_log (company_id, employee_id, id desc);

-- Employees who do a part of what managers do (docs/decisions/0025-console-roles.md, 0064-department-duty.md). What a limited duty is
-- stands in a column of its own: a program that does not know the word refuses it, where it might take 'devices' with departments
-- for the whole company's.
create table employee_duty (
  company_id uuid not null references company,
  employee_id uuid not null,
  duty text not null check (duty in ('finance', 'devices', 'reader', 'department', 'limited')),
  limited_duty text check (limited_duty in ('devices', 'reader')),
  departments uuid[],
  given_by text not null,
  given_at timestamptz(3) not null default now(),
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employee on delete cascade,
  constraint limited_to_departments
    check ((duty in ('department', 'limited')) = (departments is not null and cardinality(departments) > 0)),
  constraint limited_in_what check ((duty = 'limited') = (limited_duty is not null))
);

-- Joining ------------------------------------------------------------------------------------------------------------------
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

-- Invited people whose text message exceeded the day's budget. It is sent on a later day, unless they answer before.
create table waiting_invitation (
  company_id uuid not null references company,
  employee_id uuid not null,
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employee on delete cascade
);

create table employee_import (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  account_id uuid not null references account,
  state text not null default 'previewed' check (state in ('previewed', 'running', 'done', 'failed')),
  -- The rows that can be written. Of the others only the number is kept.
  rows jsonb not null,
  bad integer not null,
  invite boolean not null default true,
  -- How many days each person gets, and for how many of them the balance was too low by then.
  reserve_days integer not null default 0 check (reserve_days >= 0),
  unreserved integer not null default 0,
  -- The template that everybody gets, who had it applied, and for how many of them that could not be done.
  template_id uuid,
  employee_id uuid,
  untemplated integer not null default 0,
  actor_name text not null default '',
  -- How many rows there are to write. Those before `done` are written, or have failed for a reason.
  total integer not null,
  done integer not null default 0,
  added integer not null default 0,
  failed jsonb not null default '[]',
  -- Whom it has added, so that it can be undone while none of them has agreed.
  employee_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on employee_import (created_at);

-- Hours --------------------------------------------------------------------------------------------------------------------
-- The balance is the sum of the ledger's entries. It is kept beside them so that one guarded statement can take from it.
create table service_balance (
  company_id uuid primary key references company,
  days integer not null default 0 check (days >= 0),
  -- When the last service ended of the people who are no longer on the company's list (functions/keep_served_until.sql), so that the
  -- month in which a customer was lost stays the same whoever is removed later. It lies here because the balance is locked after the
  -- people, as they are at that moment; the company's row is locked before them.
  served_until timestamptz(3)
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
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
create index on service_entry (company_id, employee_id, id desc);
create index on service_entry (company_id, kind, id desc);
create index service_entry_created on service_entry (company_id, created_at);

select keep_to_company(owned::regclass)
from unnest(array['department', 'employee', 'employee_log', 'employee_duty', 'invitation', 'waiting_invitation', 'employee_import',
  'service_balance', 'service_entry']) as owned;

-- Looking ------------------------------------------------------------------------------------------------------------------
-- How somebody looks at one of the console's lists, under a name.
create table list_view (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  employee_id uuid not null,
  list text not null,
  name text not null,
  -- The filters and the order, as the address has them.
  query text not null,
  columns jsonb not null default '{}',
  -- Whether the other managers of the company see it, too.
  shared boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint one_view_a_name unique (company_id, employee_id, list, name),
  foreign key (company_id, employee_id) references employee on delete cascade
);
select keep_to_company('list_view');
