-- A company's log as it is sent to its own log system by syslog (docs/decisions/0041-syslog.md).
-- works with 0360
create table log_stream (
  company_id uuid not null references company,
  host text not null,
  port integer not null check (port in (514, 6514) or port between 1024 and 65535),
  -- The authority that alone may have signed the receiver's certificate, in PEM; null for the public ones.
  ca text,
  state text not null default 'active' check (state in ('active', 'off', 'paused')),
  -- The number (activity_line) up to which everything was sent.
  position bigint not null,
  attempts integer not null default 0,
  failing_since timestamptz(3),
  next_attempt_at timestamptz(3),
  -- Why it failed the last time.
  problem text,
  sent_at timestamptz(3),
  -- When a job last asked whether there is anything to send.
  looked_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id)
);
select keep_to_company('log_stream');
