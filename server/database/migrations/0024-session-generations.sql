-- A generation is raised by every change of what a login proves (functions/raise_generation.sql). A session belongs to
-- the generation in which its holder proved it, and is over in every later one, however late it was written.
alter table account add column generation integer not null default 0;
alter table operator add column generation integer not null default 0;
alter table session add column generation integer not null default 0;
alter table operator_session add column generation integer not null default 0;

-- A login and the sessions that took over from it are one family, named after the first of them
-- (functions/session_family.sql).
alter table session add column family_id uuid;
update session set family_id = id;
alter table session alter column family_id set not null;
create index on session (family_id);

-- A sid that was replaced long ago and is used again is in the hands of two.
alter table session drop constraint session_end_reason_check;
alter table session add check (end_reason in
  ('signed_out', 'replaced', 'reused', 'password', 'phone', 'manager', 'operator', 'disabled', 'deleted'));
