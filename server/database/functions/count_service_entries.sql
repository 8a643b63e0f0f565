-- Keeps service_entry_count. Entries are only ever added.
create or replace function count_service_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into service_entry_count (company_id, kind, entries)
  select company_id, kind, count(*) from added group by 1, 2;
  return null;
end $$;
create or replace trigger count_added after insert on service_entry
  referencing new table as added for each statement execute function count_service_entries();
