-- works with 0951
-- Notices about guests who were gone before, or leave at another time. From now on functions/settle_guest.sql settles them.
update notice set read_at = now()
where kind = 'guest_ending' and read_at is null and not exists (
  select from employee
  where guest_until is not null
    and subject = 'guest:' || employee.id || ':' || (extract(epoch from guest_until) * 1000)::bigint);
