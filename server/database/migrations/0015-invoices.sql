-- Invoices and the titles they are made out to.

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
  primary key (company_id, id),
  check ((state in ('issued', 'reversed')) = (invoice_number is not null))
);
create index on invoice (company_id, asked_at desc, id desc);
create index on invoice (company_id, state, asked_at desc, id desc);
create index on invoice (asked_at) where state = 'asked';
-- Operators type the id on a command line, without the company.
create unique index on invoice (id);
create unique index one_invoice_a_number on invoice (invoice_number) where invoice_number is not null;
-- Finance lists and searches the invoices of all companies.
create index on invoice (asked_at desc, id desc);
create index on invoice (state, asked_at desc, id desc);
create index on invoice (tax_number);
create index on invoice using gin (title gin_trgm_ops);
-- Deferred: one statement marks the orders, which decides whether they may be invoiced, and the invoice follows.
alter table shop_order add foreign key (company_id, invoice_id) references invoice (company_id, id)
  deferrable initially deferred;

-- The orders that an invoice was requested for, whatever became of it.
create table invoice_order (
  company_id uuid not null,
  invoice_id uuid not null,
  order_id uuid not null,
  amount bigint not null,
  primary key (company_id, invoice_id, order_id),
  foreign key (company_id, invoice_id) references invoice (company_id, id),
  foreign key (company_id, order_id) references shop_order (company_id, id)
);

select keep_to_company(owned::regclass) from unnest(array['invoice_title', 'invoice']) as owned;
select keep_to_company('invoice_order', 'select, insert');
