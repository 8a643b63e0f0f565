-- An employee who is added, or whose phone changes, is immediately linked to the directory's person with that phone: a person who
-- leaves the directory on the same day would otherwise be gone before a comparison had linked them. If several have the phone, the
-- comparison decides (directory/compare.ts), as it does if the directory's person is being changed concurrently by a transaction
-- that may wait for the employee in turn, since it locks the rows in reverse order. A directory that was never compared knows
-- nobody here yet.
create or replace function link_directory() returns trigger language plpgsql as $$
begin
  update directory_person set employee_id = new.id, placed = true, held = false, overruled = false, problem = null
  where company_id = new.company_id and external_id = (
      select external_id from directory_person
      where company_id = new.company_id and phone = new.phone and active and employee_id is null
      for no key update skip locked limit 1)
    and (
      select count(*) from directory_person
      where company_id = new.company_id and phone = new.phone and active and employee_id is null) = 1
    and not exists (select from directory_person where company_id = new.company_id and employee_id = new.id)
    and exists (select from directory where company_id = new.company_id and compared_at is not null);
  return null;
end $$;
create or replace trigger link_directory after insert on employee for each row execute function link_directory();
create or replace trigger link_directory_by_phone after update of account_id, phone, state on employee for each row
  when (old.phone <> new.phone) execute function link_directory();
