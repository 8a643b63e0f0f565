-- When an operator first answered what a company had opened: the figures measure how soon that was without reading the messages.
-- works with 0028
alter table ticket add column first_answered_at timestamptz(3);
update ticket set first_answered_at = answer.first
from (
  select company_id, ticket_id, min(created_at) as first from ticket_entry
  where kind = 'message' and side = 'provider' group by company_id, ticket_id
) as answer
where answer.company_id = ticket.company_id and answer.ticket_id = ticket.id;
create index ticket_by_opening on ticket (created_at);
