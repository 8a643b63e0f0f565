-- Who may use which line, and who could when; what people ask for, and what they get who join.

create table line_group (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  name text not null,
  remark text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint one_group_a_name unique (company_id, name)
);

-- What a group holds is put in and taken out, and never changed (functions/remember_group_contents.sql).
create table line_group_line (
  company_id uuid not null,
  group_id uuid not null,
  line_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, group_id, line_id),
  foreign key (company_id, group_id) references line_group on delete cascade,
  constraint line_of_a_group foreign key (company_id, line_id) references line
);
create index on line_group_line (company_id, line_id);

-- A department stands for itself and all below it. A grant can end by itself and hold at certain hours only. What has ended stands
-- until a job takes it out and writes that down; it counts for nothing meanwhile. `hours` is as in contract/access-times.ts: weekdays
-- from Monday and a span of the day in Beijing.
create table line_group_department (
  company_id uuid not null,
  group_id uuid not null,
  department_id uuid not null,
  until timestamptz(3),
  hours text check (hours ~ '^(?=[1-7])1?2?3?4?5?6?7? ([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$'),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, group_id, department_id),
  foreign key (company_id, group_id) references line_group on delete cascade,
  -- `delDepartment` takes the grant away first and writes that into the groups' log.
  constraint department_of_a_group foreign key (company_id, department_id) references department on delete cascade
);
create index on line_group_department (company_id, department_id);
create index on line_group_department (until) where until is not null;

create table line_group_employee (
  company_id uuid not null,
  group_id uuid not null,
  employee_id uuid not null,
  until timestamptz(3),
  hours text check (hours ~ '^(?=[1-7])1?2?3?4?5?6?7? ([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$'),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, group_id, employee_id),
  foreign key (company_id, group_id) references line_group on delete cascade,
  constraint employee_of_a_group foreign key (company_id, employee_id) references employee on delete cascade
);
create index on line_group_employee (company_id, employee_id);
create index on line_group_employee (until) where until is not null;

create table line_group_log (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  -- There is no reference, because the group may be gone.
  group_id uuid not null,
  actor_name text not null,
  detail text not null,
  -- Cut to milliseconds as the spans are, so that the entry that ends a span is at its very end.
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (company_id, id)
);
create index on line_group_log (company_id, group_id, id desc);

-- What held from `since` until `until`, one row for as long as it held without a change. Triggers write it
-- (functions/remember_*.sql). The kinds:
--   line        subject: the line; it was bound, not suspended and not ended
--   group       subject: the group, with its name
--   line_in     subject: the group, object: a line in it
--   department_in, employee_in   subject: the group, object: who may use it
--   department  subject: the department, object: its parent, with its name
--   employee    subject: the active employee, object: the department, with the name
create table access_span (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  kind text not null
    check (kind in ('line', 'group', 'line_in', 'department_in', 'employee_in', 'department', 'employee')),
  subject_id uuid not null,
  object_id uuid,
  name text,
  -- The limits of a grant: what ends by itself does so then, whenever the job comes by.
  ends_at timestamptz(3),
  hours text,
  since timestamptz(3) not null,
  until timestamptz(3) not null default 'infinity',
  primary key (company_id, id),
  check (since < until)
);
create index on access_span (company_id, kind, subject_id, until);
create index on access_span (company_id, kind, object_id, until);

select keep_to_company(owned::regclass)
from unnest(array['line_group', 'line_group_line', 'line_group_department', 'line_group_employee']) as owned;
select keep_to_company('line_group_log', 'select, insert');
select keep_to_company('access_span', 'select');

-- What employees ask their company for: a line, days, a device of theirs to be approved. A manager decides once.
create table access_request (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  employee_id uuid not null,
  kind text not null check (kind in ('line', 'days', 'device')),
  days integer check (days > 0),
  device_id uuid,
  -- The act by which it was granted: undone, the request shows it.
  activity_id uuid,
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

-- What somebody gets who joins, or moves, under one name.
create table onboarding_template (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  name text not null,
  department_id uuid,
  days integer check (days > 0),
  device_limit integer check (device_limit >= 0),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint one_template_a_name unique (company_id, name),
  foreign key (company_id, department_id) references department on delete set null (department_id)
);
create index on onboarding_template (company_id, department_id) where department_id is not null;
create table onboarding_template_group (
  company_id uuid not null,
  template_id uuid not null,
  group_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, template_id, group_id),
  foreign key (company_id, template_id) references onboarding_template on delete cascade,
  constraint group_of_a_template foreign key (company_id, group_id) references line_group on delete cascade
);
create index on onboarding_template_group (company_id, group_id);
select keep_to_company(owned::regclass)
from unnest(array['onboarding_template', 'onboarding_template_group']) as owned;
