-- Maintains address_span: which line had which address in which period. Like all history it is written as the owner, because a
-- company's role may read but not change it.
create or replace function remember_address() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare moment timestamptz := access_moment();
begin
  if tg_op = 'UPDATE' then
    delete from address_span
      where company_id = new.company_id and line_id = new.id and until = 'infinity' and since >= moment;
    update address_span set until = moment
      where company_id = new.company_id and line_id = new.id and until = 'infinity';
  end if;
  if new.ip_address_id is not null then
    insert into address_span (company_id, line_id, ip_address_id, since)
      values (new.company_id, new.id, new.ip_address_id,
        case tg_op when 'INSERT' then least(moment, new.bound_at) else moment end);
  end if;
  return null;
end $$;
create or replace trigger remember_address after insert on line for each row execute function remember_address();
create or replace trigger remember_address_change after update of ip_address_id on line for each row
  when (old.ip_address_id is distinct from new.ip_address_id) execute function remember_address();
