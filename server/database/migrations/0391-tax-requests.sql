-- What the tax service (税务服务) was asked for: an invoice, or a red one (docs/decisions/0044-tax-service.md).
-- works with 0381
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
select keep_to_company('tax_request', 'select');
