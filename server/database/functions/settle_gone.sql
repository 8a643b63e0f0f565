-- Settles notices about a device or request that is gone, also with its person, and about a deleted receiver.
create or replace function settle_gone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subjects text[] := array(select tg_argv[0] || ':' || id from gone);
  companies uuid[] := array(select distinct company_id from gone);
begin
  -- Every deletion of a person runs this trigger, and most people have neither.
  if subjects = '{}' then
    return null;
  end if;
  -- The readers are few and found first: otherwise all of the company's people, or all notices, would be read. As an array the
  -- companies lead to an index on every version of PostgreSQL, and the subjects are compared once with each notice of a reader;
  -- with a join, each subject could read all of the reader's notices.
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
