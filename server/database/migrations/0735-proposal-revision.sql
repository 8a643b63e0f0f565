-- works with 0550
-- Whoever saves or sends a draft names the revision that they saw, so that nobody overwrites or sends what a colleague has changed since.
alter table proposal add column revision integer not null default 0;
