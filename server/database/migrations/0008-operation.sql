-- What the portal knows of its own processes, health, backups and keys.

-- The mode of a database is written once, by its first start, and never changed: a demonstration has owners whose
-- passwords everybody knows, which no production may ever find in its database.
create table installation (
  -- There is one row at most.
  singleton boolean primary key default true check (singleton),
  mode text not null check (mode in ('demo', 'production')),
  -- The PostgreSQL cluster and the timeline that the portal last found its data on. Another one means that a standby was promoted, or
  -- that somebody restored the database by its own tools. Null is written at the next look.
  cluster text,
  created_at timestamptz(3) not null default now()
);

-- The processes that serve this database. Each writes its row every few seconds, which also proves that the database
-- takes writes: one with a full disk, or one that has become a standby, still answers reads.
create table replica (
  id uuid primary key,
  host text not null,
  version text not null,
  started_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now()
);

-- What the hourly sweep removed from each table, and when it last left nothing behind: one row for each rule of
-- server/core/retention.ts that ever removed something.
create table sweep (
  name text primary key,
  removed bigint not null default 0,
  ran_at timestamptz(3) not null default now(),
  first_at timestamptz(3) not null default now(),
  caught_up_at timestamptz(3)
);

-- Health -------------------------------------------------------------------------------------------------------------------
-- What the checks of health have told the owner, shared by all replicas so that each thing is told once.
create table health_alert (
  name text not null,
  -- The host and port, for what each process has of its own; empty for what all replicas share.
  place text not null,
  -- Of the things that a check measures, the one that this is about: a gateway, a table, a task.
  subject text not null default '',
  bad_since timestamptz(3) not null,
  -- Since when it has been well again; null while it is bad.
  well_since timestamptz(3),
  -- True from the first telling until it is told that it is mended.
  open boolean not null default false,
  told_at timestamptz(3),
  -- How often the trouble was told; the distance of the next telling grows with it.
  told_count integer not null default 0,
  primary key (name, place, subject)
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

-- How the requests to outside services, and the runs of the tasks that the clock starts, ended lately. Each replica adds what it saw
-- every few seconds.
create table service_outcome (
  name text primary key,
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  -- Failures since the last success.
  failures integer not null default 0,
  -- A task that has never succeeded is judged by how long it has been watched: since it was first started, or since the clock ran
  -- again after a stop.
  watched_since timestamptz(3) not null default now()
);

-- Backups ------------------------------------------------------------------------------------------------------------------
-- Backups that were completed, and rehearsals of restoring one.
create table backup_run (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('backup', 'rehearsal')),
  note text not null default '',
  -- Why a rehearsal of a restore failed; null for what went well.
  failure text,
  made_at timestamptz(3) not null default now()
);
create index on backup_run (kind, made_at desc);

-- Restores that the owner had prepared from the back office. Nothing is replaced by them: that takes a second owner, or a command.
create table restore_preparation (
  id uuid primary key default uuidv7(),
  moment timestamptz(3) not null,
  -- switching: confirmed; the portal starts again with it.
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'switching', 'failed')),
  -- Below the data folder; the command that switches names it.
  folder text,
  -- What the restored database holds, in lines for a person.
  findings text,
  -- How many things in the restored data contradict each other: such a restore is put in place only by whoever accepts that.
  inconsistencies integer not null default 0,
  failure text,
  created_at timestamptz(3) not null default now()
);
-- One at a time: each takes memory and a copy's room on the disk.
create unique index on restore_preparation ((true)) where state in ('waiting', 'running');

-- Restores to a moment that this database has been through. Payments made since the moment are asked about again.
create table restoration (
  id uuid primary key default uuidv7(),
  -- Everything committed by then is here.
  restored_to timestamptz(3) not null,
  made_at timestamptz(3) not null default now()
);

-- Payments that the database knew before it was restored to an earlier moment, and does not know now.
create table lost_payment (
  out_trade_no text primary key,
  gateway text not null,
  -- In fen.
  amount bigint not null,
  order_number text not null,
  -- What the gateway says of it; handled: an operator has seen to the money.
  state text not null default 'unasked'
    check (state in ('unasked', 'open', 'absent', 'closed', 'failed', 'paid', 'handled')),
  checked_at timestamptz(3),
  noted_at timestamptz(3) not null default now()
);

-- Keys ---------------------------------------------------------------------------------------------------------------------
-- When `keys rotate` last wrote anew what a main key had sealed. The archive leads back to before then for some days, and with it to
-- rows that only this key opens.
create table replaced_key (
  key_id text primary key,
  replaced_at timestamptz(3) not null default now()
);

-- Public keys that signed passports and heads before, each vouched for by the key that took its place: what was signed then can be
-- checked after the key itself is gone.
create table passport_key (
  key text primary key,
  until timestamptz(3) not null,
  by text not null,
  signature text not null
);
