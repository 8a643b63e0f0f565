-- Maintains employee_count and service_end_count, once per statement regardless of the number of rows. It writes as the owner,
-- because the companies' role may only read counters.
create or replace function count_employees() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into employee_count (company_id, department_id, state, served, employees)
    select company_id, department_id, state, service_ends_at is not null, count(*) from added group by 1, 2, 3, 4;
    insert into service_end_count (company_id, hour, state, employees)
    select company_id, hour_of(service_ends_at), state, count(*) from added
    where service_ends_at is not null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into employee_count (company_id, department_id, state, served, employees)
    select company_id, department_id, state, service_ends_at is not null, -count(*) from removed group by 1, 2, 3, 4;
    insert into service_end_count (company_id, hour, state, employees)
    select company_id, hour_of(service_ends_at), state, -count(*) from removed
    where service_ends_at is not null group by 1, 2, 3;
  else
    insert into employee_count (company_id, department_id, state, served, employees)
    select company_id, department_id, state, served, sum(change) from (
      select company_id, department_id, state, service_ends_at is not null as served, 1 as change from added
      union all select company_id, department_id, state, service_ends_at is not null, -1 from removed
    ) as changed group by 1, 2, 3, 4 having sum(change) <> 0;
    insert into service_end_count (company_id, hour, state, employees)
    select company_id, hour_of(service_ends_at), state, sum(change) from (
      select company_id, service_ends_at, state, 1 as change from added
      union all select company_id, service_ends_at, state, -1 from removed
    ) as changed where service_ends_at is not null group by 1, 2, 3 having sum(change) <> 0;
  end if;
  return null;
end $$;
create or replace trigger count_added after insert on employee
  referencing new table as added for each statement execute function count_employees();
create or replace trigger count_removed after delete on employee
  referencing old table as removed for each statement execute function count_employees();
create or replace trigger count_changed after update on employee
  referencing old table as removed new table as added for each statement execute function count_employees();
