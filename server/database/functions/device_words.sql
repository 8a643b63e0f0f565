-- Keeps device.words (0011-devices.sql) in sync with the names and numbers of the device and its owner.
create or replace function device_says() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.words := null;
  if not is_exceptional(new.audit_state, new.auth_state) then
    return new;
  end if;
  -- A concurrent transaction that renames the person does not see a device that only now becomes theirs: the lock makes one wait
  -- for the other.
  if tg_op = 'INSERT' or new.employee_id is distinct from old.employee_id then
    perform from employee where company_id = new.company_id and id = new.employee_id for share;
  end if;
  select device_words(new.name, new.last_ip, name, phone, job_number) into new.words from employee
  where company_id = new.company_id and id = new.employee_id;
  return new;
end $$;
create or replace trigger words_added before insert on device for each row execute function device_says();
-- The condition is there because devices report every minute, usually without changing any of these columns.
create or replace trigger words_changed before update on device for each row
  when ((old.name, old.last_ip, old.employee_id, old.audit_state, old.auth_state)
    is distinct from (new.name, new.last_ip, new.employee_id, new.audit_state, new.auth_state))
  execute function device_says();

create or replace function employee_renamed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- All devices of the person are updated: one whose state is changing concurrently is waited for and evaluated again.
  update device set words = case when is_exceptional(audit_state, auth_state)
    then device_words(device.name, last_ip, new.name, new.phone, new.job_number) end
  where company_id = new.company_id and employee_id = new.id;
  return null;
end $$;
create or replace trigger words after update on employee for each row
  when ((old.name, old.phone, old.job_number) is distinct from (new.name, new.phone, new.job_number))
  execute function employee_renamed();
