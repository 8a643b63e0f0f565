-- The ledger of hours is only added to.
create or replace function keep_ledger() returns trigger language plpgsql as $$
begin raise exception 'ledger entries are kept as written'; end $$;
create or replace trigger keep_ledger before update or delete on service_entry for each row execute function keep_ledger();
