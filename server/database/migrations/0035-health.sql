-- What the checks of health have told the owner, shared by all replicas so that each thing is told once.
create table health_alert (
  name text not null,
  -- The host and port, for what each process has of its own; empty for what all replicas share.
  place text not null,
  bad_since timestamptz(3) not null,
  -- Since when it has been well again; null while it is bad.
  well_since timestamptz(3),
  -- True from the first telling until it is told that it is mended.
  open boolean not null default false,
  told_at timestamptz(3),
  -- How often the trouble was told; the distance of the next telling grows with it.
  told_count integer not null default 0,
  primary key (name, place)
);

create table push (
  id uuid primary key default uuidv7(),
  title text not null,
  text text not null,
  created_at timestamptz(3) not null default now()
);
create index on push (created_at desc);

create table push_delivery (
  push_id uuid not null references push on delete cascade,
  channel text not null check (channel in ('wecom', 'dingtalk', 'feishu', 'mail')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  failure text,
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  primary key (push_id, channel)
);

-- How the requests to outside services ended lately. Each replica adds what it saw every few seconds.
create table service_outcome (
  name text primary key,
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  -- Failures since the last success.
  failures integer not null default 0
);

-- Backups that were completed, and rehearsals of restoring one.
create table backup_run (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('backup', 'rehearsal')),
  note text not null default '',
  made_at timestamptz(3) not null default now()
);
create index on backup_run (kind, made_at desc);

-- The checks of health look for the oldest waiting message and the last failed one every few seconds.
create index on sms_message (created_at) where state = 'waiting';
create index on sms_message (settled_at desc) where state = 'failed';
