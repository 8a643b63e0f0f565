-- Keeps the access history of groups: their names.
create or replace function remember_group() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare following timestamptz;
begin
  if tg_op = 'INSERT' then
    following := least(access_moment(), new.created_at);
  else
    following := end_spans(old.company_id, 'group', old.id);
  end if;
  if tg_op <> 'DELETE' then
    insert into access_span (company_id, kind, subject_id, name, since)
      values (new.company_id, 'group', new.id, new.name, following);
  end if;
  return null;
end $$;
create or replace trigger remember_group after insert or delete on line_group for each row execute function remember_group();
create or replace trigger remember_group_change after update of name on line_group for each row
  when (old.name <> new.name) execute function remember_group();
