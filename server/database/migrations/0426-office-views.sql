-- How an operator looks at a list of the back office, under a name (docs/decisions/0055-console-examined.md).
-- works with 0399
create table office_view (
  id uuid primary key default uuidv7(),
  operator_id uuid not null references operator on delete cascade,
  list text not null,
  name text not null,
  -- The filters and the order, as the address has them.
  query text not null,
  columns jsonb not null default '{}',
  -- Whether the other operators see it, too.
  shared boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint one_office_view_a_name unique (operator_id, list, name)
);
create index on office_view (list) where shared;
