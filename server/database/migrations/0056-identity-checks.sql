-- What a checking service has said of a name and its number, for the reviewer; null where none was asked.
-- works with 0054
alter table identity_verification
  add column check_result text check (check_result in ('match', 'undecided')),
  add column checked_by text,
  add check ((check_result is null) = (checked_by is null));
