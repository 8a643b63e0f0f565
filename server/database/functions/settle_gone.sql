-- Nobody has to look at a device or a request that is gone, which goes with its person, too, nor at a receiver that was deleted. Notices are no company's rows.
create or replace function settle_gone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subjects text[] := array(select tg_argv[0] || ':' || id from gone);
  companies uuid[] := array(select distinct company_id from gone);
begin
  -- Whatever deletes a person comes by here, and most have neither.
  if subjects = '{}' then
    return null;
  end if;
  -- Those who look are few and found first: otherwise all staff of the company would be read, or all notices. As an array the
  -- companies lead to an index on every version of PostgreSQL, and the subjects are compared once with each notice of a reader;
  -- joined, each could read all of the reader's notices.
  with looking as materialized (
    select account_id from employee where company_id = any(companies) and role <> 'employee'
    union
    select employee.account_id from employee_duty held
      join employee on employee.company_id = held.company_id and employee.id = held.employee_id
      where held.company_id = any(companies)
  )
  update notice set read_at = now() from looking
    where notice.account_id = looking.account_id and subject = any(subjects) and read_at is null;
  return null;
end $$;
create or replace trigger settle_gone after delete on device referencing old table as gone
  for each statement execute function settle_gone('device');
create or replace trigger settle_gone after delete on access_request referencing old table as gone
  for each statement execute function settle_gone('request');
create or replace trigger settle_gone after delete on webhook referencing old table as gone
  for each statement execute function settle_gone('webhook');
create or replace trigger settle_gone after delete on company_robot referencing old table as gone
  for each statement execute function settle_gone('robot');
