-- Keeps the access history of departments: parent and name.
create or replace function remember_department() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare following timestamptz;
begin
  if tg_op = 'INSERT' then
    following := least(access_moment(), new.created_at);
  else
    following := end_spans(old.company_id, 'department', old.id);
  end if;
  if tg_op <> 'DELETE' then
    insert into access_span (company_id, kind, subject_id, object_id, name, since)
      values (new.company_id, 'department', new.id, new.parent_id, new.name, following);
  end if;
  return null;
end $$;
create or replace trigger remember_department after insert or delete on department for each row execute function remember_department();
create or replace trigger remember_department_change after update of parent_id, name on department for each row
  when (old.parent_id is distinct from new.parent_id or old.name <> new.name) execute function remember_department();
