-- Keeps employee.phone in sync with the account's, for members of the company. A company that has only sent an invitation keeps the
-- phone it invited, and does not learn a new one.
create or replace function employee_phone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.state in ('active', 'disabled') then
    select phone into new.phone from account where id = new.account_id;
  end if;
  return new;
end $$;
create or replace trigger employee_phone before insert or update of account_id, phone, state on employee
  for each row execute function employee_phone();

-- The contact of a member's company stays reachable, and is still recognized as that person when they leave (people/contact.ts).
-- The company is locked before its people, as where it is handed over. An erased account is replaced as the contact instead.
create or replace function account_phone_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state <> 'deleted' then
    update company set contact_phone = new.phone from employee
      where employee.account_id = new.id and employee.state in ('active', 'disabled')
        and company.id = employee.company_id and company.contact_phone = old.phone;
  end if;
  update employee set phone = new.phone where account_id = new.id and state in ('active', 'disabled');
  return null;
end $$;
create or replace trigger account_phone_changed after update of phone on account
  for each row execute function account_phone_changed();
