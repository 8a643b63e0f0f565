-- Marks the reminders of a guest's end as read when the guest is gone or leaves at another time, of which the managers are reminded
-- anew, even if it is the former one. Notices are no company's rows.
create or replace function settle_guest() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with looking as materialized (
    select account_id from employee where company_id = old.company_id and role <> 'employee'
    union
    select employee.account_id from employee_duty held
      join employee on employee.company_id = held.company_id and employee.id = held.employee_id
      where held.company_id = old.company_id
  ), unread as (
    select notice.id from notice join looking using (account_id)
    where subject = 'guest:' || old.id || ':' || (extract(epoch from old.guest_told_of) * 1000)::bigint and read_at is null
    order by notice.id for no key update of notice
  )
  update notice set read_at = now() from unread where notice.id = unread.id;
  if tg_op = 'UPDATE' then new.guest_told_of := null; return new; end if;
  return null;
end $$;
create or replace trigger settle_guest_gone after delete on employee for each row
  when (old.guest_told_of is not null) execute function settle_guest();
create or replace trigger settle_guest_moved before update of guest_until on employee for each row
  when (old.guest_told_of is not null and old.guest_until is distinct from new.guest_until) execute function settle_guest();
