-- An owner asks for the closing of the company by a ticket (docs/decisions/0096-requested-closings.md), one at a time.
-- works with 0028
alter table ticket drop constraint ticket_topic_check,
  add constraint ticket_topic_check
    check (topic in ('line', 'device', 'account', 'payment', 'invoice', 'other', 'closing'));
create unique index one_closing_request on ticket (company_id) where topic = 'closing' and state <> 'closed';
