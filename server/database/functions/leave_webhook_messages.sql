-- Inserts an event for each subscribed webhook within the transaction of the act, and wakes the delivery. Most companies have no
-- webhook, and collecting a statement's entries takes three times as long as a lookup for each.
create or replace function leave_webhook_messages() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook where company_id = new.company_id) then return null; end if;
  with left_ as (
    insert into webhook_message (company_id, webhook_id, activity_id)
    select new.company_id, id, new.id from webhook
    where company_id = new.company_id and (events is null or new.action = any(events))
    order by webhook.id for key share
    returning company_id
  )
  insert into pending_notification (company_id, channel) select distinct company_id, 'webhooks' from left_;
  return null;
end $$;

create or replace trigger leave_webhook_messages after insert on activity for each row execute function leave_webhook_messages();
