-- Keeps since when an operator has each role.
create or replace function grant_roles() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from operator_role where operator_id = new.id and role <> all(new.roles);
  insert into operator_role (operator_id, role, granted_at)
  select new.id, role, clock_timestamp() from unnest(new.roles) as role
  on conflict do nothing;
  return null;
end $$;

create or replace trigger grant_first_roles after insert on operator for each row execute function grant_roles();

create or replace trigger grant_roles after update on operator for each row when (old.roles <> new.roles)
  execute function grant_roles();
