-- A person is registered with the first agreement.
create or replace function account_registered() returns trigger language plpgsql as $$
begin
  new.registered_at := coalesce(new.registered_at, new.agreed_at);
  return new;
end $$;
create or replace trigger account_registered before insert or update of agreed_at on account for each row
  execute function account_registered();
