-- A grant can end by itself and hold at certain hours only. What has ended stands until a job takes it out and writes that down; it
-- counts for nothing meanwhile. `hours` is as in contract/access-times.ts: weekdays from Monday and a span of the day in Beijing.
-- works with 0054
alter table line_group_department
  add column until timestamptz(3),
  add column hours text check (hours ~ '^(?=[1-7])1?2?3?4?5?6?7? ([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$');
alter table line_group_employee
  add column until timestamptz(3),
  add column hours text check (hours ~ '^(?=[1-7])1?2?3?4?5?6?7? ([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$');
-- The job finds what has ended, of all companies.
create index on line_group_department (until) where until is not null;
create index on line_group_employee (until) where until is not null;

-- The history of a grant has its limits beside it: what ends by itself does so at `ends_at`, whenever the job comes by.
alter table access_span add column ends_at timestamptz(3), add column hours text;
