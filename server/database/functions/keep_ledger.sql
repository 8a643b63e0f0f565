-- The ledger of hours is append-only.
create or replace function keep_ledger() returns trigger language plpgsql as $$
begin raise exception 'ledger entries are kept as written'; end $$;
create or replace trigger keep_ledger before update or delete on service_entry for each row execute function keep_ledger();
-- So is the ledger of money, which can't be emptied either.
create or replace trigger keep_ledger before update or delete on balance_entry for each row execute function keep_ledger();
create or replace trigger keep_whole_ledger before truncate on balance_entry for each statement execute function keep_ledger();
