-- works with 0977
-- The fields that an edit has changed, by which a conflict names who changed one of them (engines/activity/last-edited.ts). The
-- entries of other acts, and of edits before this migration, have none: they say in words what was done.
alter table activity add column changed_fields text[];
