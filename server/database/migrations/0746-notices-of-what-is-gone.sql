-- works with 0550
-- in batches
-- Notices about devices and requests that went with their person. From now on functions/settle_gone.sql settles them. What a notice
-- is about belongs to a company of its reader's, and no index finds a device or a request without its company. "offset 0" keeps this
-- a look-up for each notice; PostgreSQL could otherwise join all staff with all devices of their companies.
update notice set read_at = now() where id in (
  select id from notice
  where read_at is null and (
    (kind = 'device_waiting' and subject like 'device:%' and not exists (
      select from employee join device on device.company_id = employee.company_id
      where employee.account_id = notice.account_id and device.id = split_part(subject, ':', 2)::uuid offset 0))
    or (kind = 'request_waiting' and subject like 'request:%' and not exists (
      select from employee join access_request request on request.company_id = employee.company_id
      where employee.account_id = notice.account_id and request.id = split_part(subject, ':', 2)::uuid offset 0)))
  limit 5000)
