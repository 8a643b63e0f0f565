-- The processes that serve this database. Each writes its row every few seconds, which also proves that the database
-- takes writes: one with a full disk, or one that has become a standby, still answers reads.
create table replica (
  id uuid primary key,
  host text not null,
  version text not null,
  started_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now()
);
