-- What was done in each company: one entry for each thing that an act changed. Beside it the modules keep their own logs of a
-- person, a device, a line, a group and an order, which serve the pages of that one thing.
create table activity (
  -- There is no reference to company: an entry is written with what it tells of, which has one.
  company_id uuid not null,
  -- Ordered by time: the list is in the order of this key.
  id uuid not null default uuidv7(),
  at timestamptz(3) not null default now(),
  actor_kind text not null check (actor_kind in ('account', 'token', 'operator', 'system')),
  actor_id uuid,
  -- Names stay as they were, because people leave.
  actor_name text not null,
  -- Dotted, never renamed (contract/activity-names.ts). What stands before the dot is the kind of the subject.
  action text not null,
  subject_kind text not null generated always as (split_part(action, '.', 1)) stored,
  subject_id uuid,
  subject_name text not null,
  detail text not null default '',
  -- The fields that an edit has changed, by which a conflict names who changed one of them (engines/activity/last-edited.ts). Other
  -- acts have none: they say in words what was done.
  changed_fields text[],
  request_id text,
  call text,
  -- The first entry of the act that this one belongs to; null for the first itself. The act is undone as a whole.
  part_of uuid,
  -- How the act can be undone, and until when: `{kind, payload}`, read by the module that wrote it.
  undo jsonb,
  undo_until timestamptz(3),
  undone_at timestamptz(3),
  -- The account that undid it.
  undone_by uuid,
  primary key (company_id, id),
  check ((undo is null) = (undo_until is null)),
  check ((undone_at is null) = (undone_by is null)),
  check (undone_at is null or undo is not null),
  check (undo is null or part_of is null)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
-- An id of a thing is nobody else's, so what belongs to a thing is found by its id alone: such an index grows at its end, where one
-- that begins with the company is filled in the middle.
create index activity_of_subject on activity (subject_id, id) where subject_id is not null;
-- A key of company, text and id is 52 bytes and fills its pages to a half; the 64 bits that company and text are hashed to take a
-- third of it (docs/decisions/0070-keys-by-hash.md). Two of the same 64 bits are told apart by the columns themselves.
create index activity_of_action on activity (hashtextextended(action, uuid_hash_extended(company_id, 0)), id);
-- The pending list is short because every search reads all of it.
create index activity_search on activity using gin (activity_pieces(company_id, subject_name, actor_name))
  with (gin_pending_list_limit = 256);

-- A company writes entries and marks one as undone; it changes nothing else of them (functions/keep_activity.sql).
select keep_to_company('activity', 'select, insert, update (undone_at, undone_by)');

-- The order in which a company's own log system is told of its acts (docs/decisions/0029-log-lines.md). A number is given when the
-- system asks, so that an act which commits late gets a later one and is never passed over.
create table activity_line (
  company_id uuid not null references company,
  number bigint not null,
  activity_id uuid not null,
  primary key (company_id, number),
  unique (company_id, activity_id),
  foreign key (company_id, activity_id) references activity (company_id, id) on delete cascade
);
select keep_to_company('activity_line');

-- A company's log as it is sent to its own log system by syslog (docs/decisions/0041-syslog.md).
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
