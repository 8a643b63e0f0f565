-- A closed company is granted nothing, and nobody joins it. The row's lock makes this wait for a closing in progress
-- (server/modules/closing), after which the row is read again. The transaction answers with the code (server/database/insist.ts).
create or replace function refuse_closed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from company where id = new.company_id and closed_at is null for key share;
  perform insist(found, '-53305');
  return new;
end $$;
create or replace trigger refuse_closed before insert on employee for each row execute function refuse_closed();
create or replace trigger refuse_closed before insert on service_entry for each row execute function refuse_closed();
create or replace trigger refuse_closed before insert on balance_entry for each row execute function refuse_closed();
create or replace trigger refuse_closed before insert on coupon for each row execute function refuse_closed();
create or replace trigger refuse_closed before insert on proposal for each row execute function refuse_closed();
create or replace trigger refuse_closed before insert on trial for each row execute function refuse_closed();
create or replace trigger refuse_closed before insert on line for each row execute function refuse_closed();
