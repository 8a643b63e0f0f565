-- works with 0550
-- An instant that no program can read, such as an infinite one, would end the checks of a company's record. Rows of before are not
-- looked at, because one of them would keep the portal from starting: the daily check tells of it.
alter table connection add constraint connection_instants_check check (
  least(started_at, device_started_at) >= '2000-01-01 00:00+08'
  and greatest(started_at, device_started_at, seen_at, ended_at) < '10000-01-01 00:00+08') not valid;
