-- An employee who becomes a manager, or is disabled, returns as a plain employee: an old duty must not return unnoticed, and its
-- end is logged, because enabling them again does not restore it.
create or replace function end_duty() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from employee_duty where company_id = new.company_id and employee_id = new.id;
  if found then
    insert into employee_log (company_id, employee_id, action, actor_name, detail)
    values (new.company_id, new.id, 'role', '系统', '不再担任角色');
    insert into activity (company_id, actor_kind, actor_name, action, subject_id, subject_name, detail)
    values (new.company_id, 'system', '系统', 'employee.role', new.id, new.name, '不再担任角色');
  end if;
  return null;
end $$;
create or replace trigger end_duty after update of role, state on employee for each row
  when (old.role <> new.role or (old.state = 'active' and new.state <> 'active'))
  execute function end_duty();
