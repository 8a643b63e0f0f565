-- What was done in each company: one entry for each thing that an act changed. Beside it the modules keep their own logs of a
-- person, a device, a line, a group and an order, which serve the pages of that one thing.
create table activity (
  company_id uuid not null references company,
  -- Ordered by time: the list is in the order of this key.
  id uuid not null default uuidv7(),
  at timestamptz(3) not null default now(),
  actor_kind text not null check (actor_kind in ('account', 'operator', 'system')),
  actor_id uuid,
  -- Names stay as they were, because people leave.
  actor_name text not null,
  -- Dotted, never renamed (contract/activity-names.ts). What stands before the dot is the kind of the subject.
  action text not null,
  subject_kind text not null generated always as (split_part(action, '.', 1)) stored,
  subject_id uuid,
  subject_name text not null,
  detail text not null default '',
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
);
create index on activity (company_id, action, id desc);
create index on activity (company_id, subject_id, id desc) where subject_id is not null;
-- The pending list is short because every search reads all of it.
create index activity_search on activity using gin (company_pieces(company_id, subject_name, actor_name))
  with (gin_pending_list_limit = 256);

-- A company writes entries and marks one as undone; it changes nothing else of them (functions/keep_activity.sql).
select keep_to_company('activity', 'select, insert, update (undone_at, undone_by)');
