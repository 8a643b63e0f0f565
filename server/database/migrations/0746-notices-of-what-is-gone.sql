-- works with 0550
-- Notices about devices and requests that went with their person. From now on functions/settle_gone.sql settles them.
update notice set read_at = now()
  where read_at is null and (
    (kind = 'device_waiting' and subject like 'device:%'
      and not exists (select from device where device.id = split_part(subject, ':', 2)::uuid))
    or (kind = 'request_waiting' and subject like 'request:%'
      and not exists (select from access_request request where request.id = split_part(subject, ':', 2)::uuid)));
