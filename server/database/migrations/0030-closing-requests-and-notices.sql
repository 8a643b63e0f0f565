-- An owner asks for the closing of the company by a ticket (docs/decisions/0096-requested-closings.md), one at a time.
-- works with 0028
alter table ticket drop constraint ticket_topic_check,
  add constraint ticket_topic_check
    check (topic in ('line', 'device', 'account', 'payment', 'invoice', 'other', 'closing'));
create unique index one_closing_request on ticket (company_id) where topic = 'closing' and state <> 'closed';

-- Whom in a company a notice is addressed to, and the employees it is about, are compared with the reader whenever it is read.
-- Null for a notice to the account itself, and for those written before.
alter table notice add column about_company_id uuid, add column about_employee_ids uuid[];
