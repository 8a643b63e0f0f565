-- works with 0260
-- The end of a person's hours of which the records tell already. Ends of more than a day ago are told by nothing.
alter table employee add column hours_told_of timestamptz(3);
