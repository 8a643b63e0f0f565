-- Keeps a line's address and gateway in sync with its ip_address.
create or replace function line_address() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.address := null;
  new.gateway := null;
  if new.ip_address_id is not null then
    select host(address), gateway into new.address, new.gateway from ip_address where id = new.ip_address_id;
  end if;
  return new;
end $$;
create or replace trigger line_address before insert or update of ip_address_id, address, gateway on line
  for each row execute function line_address();

create or replace function ip_address_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update line set gateway = new.gateway where ip_address_id = new.id;
  return null;
end $$;
create or replace trigger ip_address_changed after update of address, gateway on ip_address for each row
  when (old.address <> new.address or old.gateway <> new.gateway) execute function ip_address_changed();
