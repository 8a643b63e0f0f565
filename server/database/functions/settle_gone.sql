-- Nobody has to look at a device or a request that is gone, which goes with its person, too. Notices are no company's rows.
create or replace function settle_gone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update notice set read_at = now()
    from gone join employee on employee.company_id = gone.company_id
    where notice.account_id = employee.account_id and notice.subject = tg_argv[0] || ':' || gone.id and notice.read_at is null
      and (employee.role in ('owner', 'manager') or exists (
        select from employee_duty held where held.company_id = employee.company_id and held.employee_id = employee.id));
  return null;
end $$;
create or replace trigger settle_gone after delete on device referencing old table as gone
  for each statement execute function settle_gone('device');
create or replace trigger settle_gone after delete on access_request referencing old table as gone
  for each statement execute function settle_gone('request');
