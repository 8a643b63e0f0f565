-- A duty that is limited to departments (docs/decisions/0064-department-duty.md). A program that does not know it refuses whoever
-- has it: the duty is a new word to it.
-- works with 0442
alter table employee_duty
  drop constraint employee_duty_duty_check,
  add column departments uuid[],
  add constraint employee_duty_duty_check check (duty in ('finance', 'devices', 'reader', 'department')),
  add constraint limited_duty check ((duty = 'department') = (departments is not null and cardinality(departments) > 0));
