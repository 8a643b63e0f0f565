-- Leaves an event for each webhook that is told of it, in the transaction of what happened, and wakes whoever delivers. It asks
-- once for each statement; most companies have no webhook.
create or replace function leave_webhook_messages() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  with left_ as (
    insert into webhook_message (company_id, webhook_id, activity_id)
    select entry.company_id, webhook.id, entry.id
    from entries entry join webhook on webhook.company_id = entry.company_id
    where webhook.events is null or entry.action = any(webhook.events)
    order by entry.id
    returning company_id
  )
  insert into pending_notification (company_id, channel) select distinct company_id, 'webhooks' from left_;
  return null;
end $$;

create or replace trigger leave_webhook_messages after insert on activity referencing new table as entries
  for each statement execute function leave_webhook_messages();
