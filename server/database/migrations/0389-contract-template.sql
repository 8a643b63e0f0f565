-- The template of contracts is kept in versions, as the agreements are. A program from before lists its versions as agreements once
-- there are some; it refuses to show a kind that it does not know, until it is replaced.
-- works with 0360
alter table terms_version drop constraint terms_version_which_check;
alter table terms_version add constraint terms_version_which_check check (which in ('service', 'private', 'contract'));
