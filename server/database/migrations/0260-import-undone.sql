-- works with 0134
-- Whom an import has added, so that it can be undone while none of them has agreed.
alter table employee_import add column employee_ids uuid[] not null default '{}';
