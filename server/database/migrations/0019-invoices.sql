-- Invoices, the titles they are made out to, what takes them back, and the contracts of orders.

create table invoice_title (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('normal', 'special')),
  title text not null,
  tax_number text not null,
  address text not null default '',
  phone text not null default '',
  bank text not null default '',
  bank_account text not null default '',
  email text not null,
  preferred boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  check (kind = 'normal' or (address <> '' and phone <> '' and bank <> '' and bank_account <> ''))
);
create unique index on invoice_title (company_id) where preferred;
create index on invoice_title (company_id, created_at);

create table invoice (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  state text not null default 'asked' check (state in ('asked', 'issued', 'rejected', 'withdrawn', 'reversed')),
  amount bigint not null check (amount > 0),
  -- The title as it was at the request.
  kind text not null,
  title text not null,
  tax_number text not null,
  address text not null,
  phone text not null,
  bank text not null,
  bank_account text not null,
  email text not null,
  remark text not null default '',
  invoice_number text,
  file_id uuid references stored_file,
  reason text,
  asked_by text not null,
  asked_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  -- A reversal overwrites the instant of the decision.
  issued_at timestamptz(3),
  mailed_at timestamptz(3),
  mail_problem text,
  primary key (company_id, id),
  check ((state in ('issued', 'reversed')) = (invoice_number is not null))
);
create index on invoice (company_id, asked_at desc, id desc);
create index on invoice (company_id, state, asked_at desc, id desc);
create index on invoice (asked_at) where state = 'asked';
-- Operators type the id on a command line, without the company.
create index on invoice (id);
create unique index one_invoice_a_number on invoice (invoice_number) where invoice_number is not null;
-- Finance lists and searches the invoices of all companies.
create index on invoice (asked_at desc, id desc);
create index on invoice (state, asked_at desc, id desc);
create index on invoice (tax_number);
create index on invoice (file_id) where file_id is not null;
create index invoice_search on invoice
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', title)) with (gin_pending_list_limit = 256);
-- Of the titles that wait to be issued, few among all, an index of their own tells.
create index invoice_asked_search on invoice
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', title)) with (gin_pending_list_limit = 256) where state = 'asked';
-- Deferred: one statement marks the orders, which decides whether they may be invoiced, and the invoice follows.
alter table shop_order add foreign key (company_id, invoice_id) references invoice (company_id, id)
  deferrable initially deferred;

-- The orders that an invoice was requested for, whatever became of it.
create table invoice_order (
  company_id uuid not null,
  invoice_id uuid not null,
  order_id uuid not null,
  amount bigint not null,
  -- The fen of it that red invoices have taken back while the invoice stands.
  red_amount bigint not null default 0,
  primary key (company_id, invoice_id, order_id),
  foreign key (company_id, invoice_id) references invoice (company_id, id),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  constraint no_more_red_than_invoiced check (red_amount between 0 and amount)
);

-- What takes an issued invoice back with the tax office (红字发票), wholly or for what went back of its orders.
create table red_invoice (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
  invoice_number text not null,
  file_id uuid not null references stored_file,
  -- Fen, as a positive number.
  amount bigint not null check (amount > 0),
  reason text not null,
  issued_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoice (company_id, id)
);
create index on red_invoice (company_id, invoice_id, id);
create unique index one_red_invoice_a_number on red_invoice (invoice_number);

-- What the tax service (税务服务) was asked for: an invoice, or a red one (docs/decisions/0044-tax-service.md).
create table tax_request (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
  kind text not null check (kind in ('blue', 'red')),
  -- Our number at the service, by which it knows a repetition again.
  serial text not null unique,
  -- What was asked for, exactly as every repetition asks for it again.
  content jsonb not null,
  -- Fen, with tax.
  amount bigint not null check (amount > 0),
  -- For a red one: why, and how much of each of the invoice's orders.
  reason text not null default '',
  orders jsonb not null default '[]',
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'stopped')),
  -- What it waits for, or why it failed, as the service says it.
  problem text not null default '',
  invoice_number text,
  ofd_url text,
  xml_url text,
  -- The operator, as the audit names it.
  asked_by text not null,
  asked_at timestamptz(3) not null default now(),
  -- When the service is asked again; while somebody asks it, nobody else does.
  next_at timestamptz(3) not null default now(),
  leased_until timestamptz(3),
  lease uuid,
  done_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoice (company_id, id),
  check ((state = 'waiting') = (done_at is null)),
  check (state <> 'done' or invoice_number is not null)
);
-- Guard: an invoice is asked for once at a time.
create unique index one_tax_request_waits on tax_request (company_id, invoice_id) where state = 'waiting';
create index on tax_request (company_id, invoice_id, id desc);
create index on tax_request (next_at) where state = 'waiting';

-- Invoices that a company has made out each month by itself.
create table invoice_setting (
  company_id uuid primary key references company,
  title_id uuid not null,
  -- The last month that was dealt with, as its first day: a month is invoiced once.
  invoiced_month date not null,
  -- The first month that is invoiced by itself, as its first day: later months take along what was left out of those since, because a
  -- refund was under way or finance rejected the request.
  first_month date,
  -- Who wanted it, as the request names it.
  set_by text not null,
  foreign key (company_id, title_id) references invoice_title (company_id, id) on delete cascade
);
create index on invoice_setting (invoiced_month);

-- What a contract said when it was written first, beside what its order or proposal says for good: from then on it says the same.
create table written_contract (
  company_id uuid not null references company,
  -- The number of the order or of the proposal.
  number text not null,
  buyer text not null,
  buyer_code text not null,
  buyer_address text,
  -- It makes way for a pseudonym when that person erases the account.
  buyer_contact text,
  -- What the configuration said of the provider.
  seller jsonb not null,
  -- The names of lines, and the days until which a renewal lasts, change afterwards.
  items jsonb not null,
  written_at timestamptz(3) not null default now(),
  primary key (company_id, number)
);

select keep_to_company(owned::regclass) from unnest(array['invoice_title', 'invoice', 'invoice_setting']) as owned;
select keep_to_company(owned::regclass, 'select') from unnest(array['red_invoice', 'tax_request', 'written_contract']) as owned;
select keep_to_company('invoice_order', 'select, insert');
