-- Keeps the access history of active employees: department and name.
create or replace function remember_employee() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare following timestamptz;
begin
  if tg_op = 'INSERT' then
    following := least(access_moment(), new.created_at);
  else
    following := end_spans(old.company_id, 'employee', old.id);
  end if;
  if tg_op <> 'DELETE' and new.state = 'active' then
    insert into access_span (company_id, kind, subject_id, object_id, name, since)
      values (new.company_id, 'employee', new.id, new.department_id, new.name, following);
  end if;
  return null;
end $$;
create or replace trigger remember_employee after insert or delete on employee for each row execute function remember_employee();
create or replace trigger remember_employee_change after update of department_id, name, state on employee for each row
  when (old.department_id is distinct from new.department_id or old.name <> new.name or old.state <> new.state)
  execute function remember_employee();
