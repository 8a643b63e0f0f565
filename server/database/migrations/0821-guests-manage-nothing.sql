-- works with 0700
-- A guest's employment ends by itself, so nobody who runs the company is one. An operator could make a guest the owner, who then
-- lost the hours at that end and was neither removed nor told.
update employee set guest_until = null where guest_until is not null and role <> 'employee';
alter table employee add constraint employee_guest_check check (guest_until is null or role = 'employee');
