-- The duties of devices and of looking can be limited to departments, too (docs/decisions/0064-department-duty.md). Whoever has a
-- limited one has a new word for a duty, and what it is stands in a column of its own: a program that does not know the word refuses
-- them, where it might take 'devices' with departments for the whole company's.
-- works with 0442
alter table employee_duty
  add column limited_duty text check (limited_duty in ('devices', 'reader')),
  drop constraint employee_duty_duty_check,
  add constraint employee_duty_duty_check check (duty in ('finance', 'devices', 'reader', 'department', 'limited')),
  drop constraint limited_duty,
  add constraint limited_to_departments
    check ((duty in ('department', 'limited')) = (departments is not null and cardinality(departments) > 0)),
  add constraint limited_in_what check ((duty = 'limited') = (limited_duty is not null));
