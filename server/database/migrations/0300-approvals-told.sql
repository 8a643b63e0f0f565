-- works with 0262
-- When the provider's groups were told of a request that waits for a second operator. Those that wait already count as told, so
-- that nobody gets them all at once.
alter table approval add column told_at timestamptz(3) default now();
alter table approval alter column told_at drop default;
