-- Any statement that enables an employee whom the directory has disabled overrules the directory. The directory's own enabling is
-- noted afterwards (directory/mirror.sql.ts, noteOutcomes).
create or replace function overrule_directory() returns trigger language plpgsql as $$
begin
  update directory_person set held = false, overruled = true
  where company_id = new.company_id and employee_id = new.id and held;
  return null;
end $$;
create or replace trigger overrule_directory after update of state on employee for each row
  when (old.state = 'disabled' and new.state = 'active')
  execute function overrule_directory();
