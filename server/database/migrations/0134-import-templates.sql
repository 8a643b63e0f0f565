-- works with 0133
-- The template that everybody of an import gets, who had it applied, and for how many of them that could not be done.
alter table employee_import
  add column template_id uuid,
  add column employee_id uuid,
  add column untemplated integer not null default 0;
