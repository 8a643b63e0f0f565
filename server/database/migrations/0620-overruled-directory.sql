-- works with 0550
-- A manager has enabled whom the directory had disabled: it lets them go again only after it has had them back. `held` is then
-- what it says, a disabling by the directory that nobody has changed since.
alter table directory_person add column overruled boolean not null default false;
update directory_person person set held = false, overruled = not active
from employee
where employee.company_id = person.company_id and employee.id = person.employee_id and person.held
  and employee.state = 'active';
