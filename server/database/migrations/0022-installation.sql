-- The mode of a database is written once, by its first start, and never changed: a demonstration has owners whose
-- passwords everybody knows, which no production may ever find in its database.
create table installation (
  -- There is one row at most.
  singleton boolean primary key default true check (singleton),
  mode text not null check (mode in ('demo', 'production')),
  created_at timestamptz(3) not null default now()
);

-- A database from before this migration has been used by whoever filled it.
insert into installation (mode)
select case when exists (select from audit_entry where target = 'demonstration') then 'demo' else 'production' end
where exists (select from account) or exists (select from operator);
