-- What a company asks the provider, who of the provider answers it and until when; and what the provider notes about a company
-- (docs/decisions/0021-provider-day.md).
create table ticket (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  number text not null,
  topic text not null check (topic in ('line', 'device', 'account', 'payment', 'invoice', 'other')),
  subject text not null,
  -- open: the provider has to answer; answered: the company may; closed: either ended it.
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- The person's name, with the account for its erasure; null where an operator opened it.
  opened_by text not null,
  account_id uuid,
  -- What it is about: an order, an invoice, or the balance and the statement of a month.
  order_id uuid,
  about_invoice_id uuid,
  about_month text check (about_month ~ '^\d{4}-\d{2}$'),
  assignee_id uuid references operator,
  -- The provider has to answer before then.
  due_at timestamptz(3),
  overdue_told_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (company_id, id),
  constraint one_ticket_a_number unique (company_id, number),
  foreign key (company_id, order_id) references shop_order,
  foreign key (company_id, about_invoice_id) references invoice (company_id, id),
  check ((state = 'open') = (due_at is not null)),
  check ((state = 'closed') = (closed_at is not null))
);
create index on ticket (company_id, updated_at desc, id desc);
create index on ticket (company_id, order_id) where order_id is not null;
create index on ticket (company_id, about_invoice_id) where about_invoice_id is not null;
-- Operators find tickets of all companies: by what is due, by who works on it, by the number, and one by its id alone.
create index on ticket (due_at) where state = 'open';
create index on ticket (assignee_id, updated_at desc);
create index on ticket (updated_at desc, id desc);
create index on ticket (number);
create index on ticket (id);
select keep_to_company('ticket', 'select, insert, update');

create table ticket_entry (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  ticket_id uuid not null,
  -- A note and an event (taken, handed over, another deadline) are for operators alone.
  kind text not null check (kind in ('message', 'note', 'event')),
  side text not null check (side in ('company', 'provider')),
  author_id uuid,
  author_name text not null,
  text text not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references ticket,
  check (kind = 'message' or side = 'provider')
);
create index on ticket_entry (company_id, ticket_id, id);
select keep_to_company('ticket_entry', 'select, insert');
-- Whatever statement a company's handle runs, it sees and writes no internal entry.
-- It narrows whoever acts as the company's role alone (0020-proposals.sql).
create policy messages_alone on ticket_entry as restrictive
  using (current_user <> 'portal_company' or kind = 'message')
  with check (current_user <> 'portal_company' or (kind = 'message' and side = 'company'));

create table ticket_file (
  company_id uuid not null,
  entry_id uuid not null,
  file_id uuid not null references stored_file,
  primary key (company_id, entry_id, file_id),
  foreign key (company_id, entry_id) references ticket_entry
);
create index on ticket_file (file_id);
select keep_to_company('ticket_file', 'select, insert');

-- What operators write down about a company, and what they mean to come back to. The company's role has no right to it.
create table company_note (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  text text not null,
  author_name text not null,
  -- A day in China on which the assignee is told.
  follow_up_on date,
  assignee_id uuid references operator,
  told_at timestamptz(3),
  done_at timestamptz(3),
  done_by text,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  check ((follow_up_on is null) = (assignee_id is null)),
  check ((done_at is null) = (done_by is null)),
  check (done_at is null or follow_up_on is not null)
);
create index on company_note (company_id, id desc);
create index on company_note (follow_up_on, id) where follow_up_on is not null and done_at is null;
create index on company_note (id);
alter table company_note enable row level security, force row level security;
create policy system on company_note to current_user using (true) with check (true);
