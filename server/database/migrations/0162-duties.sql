-- Employees who do a part of what managers do: finance, devices, or only looking (docs/decisions/0025-console-roles.md).
-- works with 0054
create table employee_duty (
  company_id uuid not null references company,
  employee_id uuid not null,
  duty text not null check (duty in ('finance', 'devices', 'reader')),
  given_by text not null,
  given_at timestamptz(3) not null default now(),
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employee on delete cascade
);
select keep_to_company('employee_duty');
