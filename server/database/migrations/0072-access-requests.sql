-- What employees ask their company for: a line, days, a device of theirs to be approved. A manager decides once.
-- works with 0054
create table access_request (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  employee_id uuid not null,
  kind text not null check (kind in ('line', 'days', 'device')),
  days integer check (days > 0),
  device_id uuid,
  note text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'refused', 'withdrawn', 'lapsed')),
  -- The name of the manager, and the reason of a refusal.
  decided_by text,
  reason text not null default '',
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- From then on an open request counts as lapsed, whenever the job comes by.
  expires_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employee on delete cascade,
  foreign key (company_id, device_id) references device on delete set null (device_id),
  check ((kind = 'days') = (days is not null)),
  check ((state = 'open') = (decided_at is null))
);
create index on access_request (company_id, employee_id, id desc);
create index on access_request (company_id, device_id) where device_id is not null;
create index on access_request (company_id, state, id desc);
create index on access_request (expires_at) where state = 'open';
select keep_to_company('access_request', 'select, insert, update');
