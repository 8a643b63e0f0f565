-- Who may use which line, and who could when.

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

-- A department stands for itself and all below it.
create table line_group_department (
  company_id uuid not null,
  group_id uuid not null,
  department_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, group_id, department_id),
  foreign key (company_id, group_id) references line_group on delete cascade,
  -- `delDepartment` takes the grant away first and writes that into the groups' log.
  constraint department_of_a_group foreign key (company_id, department_id) references department on delete cascade
);
create index on line_group_department (company_id, department_id);

create table line_group_employee (
  company_id uuid not null,
  group_id uuid not null,
  employee_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, group_id, employee_id),
  foreign key (company_id, group_id) references line_group on delete cascade,
  constraint employee_of_a_group foreign key (company_id, employee_id) references employee on delete cascade
);
create index on line_group_employee (company_id, employee_id);

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
