-- An employee who becomes a manager, or is disabled, comes back as a plain employee: an old duty must not return unnoticed.
create or replace function end_duty() returns trigger language plpgsql as $$
begin
  delete from employee_duty where company_id = new.company_id and employee_id = new.id;
  return null;
end $$;
create or replace trigger end_duty after update of role, state on employee for each row
  when (old.role <> new.role or (old.state = 'active' and new.state <> 'active'))
  execute function end_duty();
