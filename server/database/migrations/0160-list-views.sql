-- How somebody looks at one of the console's lists, under a name.
-- works with 0054
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
