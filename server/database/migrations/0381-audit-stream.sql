-- The operators' audit as it is sent to the provider's own log system (docs/decisions/0041-syslog.md). An entry is numbered when it
-- is looked for, so that one which commits late gets a later number and is never passed over.
-- works with 0360
create table audit_line (
  number bigint primary key,
  entry_id uuid not null unique references audit_entry
);

create table audit_stream (
  name text primary key check (name in ('syslog', 'file')),
  -- The number (audit_line) up to which everything was sent.
  position bigint not null default 0,
  attempts integer not null default 0,
  failing_since timestamptz(3),
  next_attempt_at timestamptz(3),
  -- Why it failed the last time.
  problem text,
  sent_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3)
);
