-- works with 0900
-- How many things in the restored data contradict each other: such a restore is put in place only by whoever accepts that.
alter table restore_preparation add column inconsistencies integer not null default 0;
