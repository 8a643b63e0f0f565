-- works with 0131
-- The end of which the records of the line and its people tell that nobody can use it any more. Ends of before this are told by
-- nothing.
alter table line add column lapsed_of timestamptz(3);
