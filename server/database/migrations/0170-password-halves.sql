-- works with 0054
-- Half of a first password waits here, sealed, for whoever asked for it; the confirmer was shown the other half.
create table approval_half (
  approval_id uuid primary key references approval,
  sealed bytea not null,
  created_at timestamptz(3) not null default now()
);
create index on approval_half (created_at);
