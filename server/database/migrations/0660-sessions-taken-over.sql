-- works with 0601
-- The session from which this one takes over with its first use; null once it is used. An older program hands out sids that take over
-- at once.
alter table session add column takes_over uuid;
