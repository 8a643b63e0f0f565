-- works with 0132
-- A company's papers as one file, which a job writes. The file itself is kept for a day like every export.
create table compliance_pack (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  actor_name text not null,
  file_id uuid,
  size bigint,
  sha256 text,
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  primary key (company_id, id),
  check ((state = 'ready') = (file_id is not null))
);
-- Guard: one is made at a time.
create unique index one_pack_at_a_time on compliance_pack (company_id) where state = 'waiting';
create index on compliance_pack (created_at);
select keep_to_company('compliance_pack', 'select, insert, update');
