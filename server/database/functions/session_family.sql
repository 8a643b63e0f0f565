-- A login begins a new family, a refresh continues it.
create or replace function session_family() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.family_id := coalesce(new.family_id, new.id);
  return new;
end $$;

create or replace trigger session_family before insert on session for each row execute function session_family();
