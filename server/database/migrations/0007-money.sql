-- Payments -----------------------------------------------------------------------------------------------------------------
-- One attempt at one gateway.
create table payment (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  gateway text not null check (gateway in ('sandbox', 'alipay', 'wechat', 'transfer')),
  -- Our number at the gateway; of a transfer, the remark code.
  out_trade_no text not null unique,
  amount bigint not null check (amount > 0),
  state text not null default 'created' check (state in ('created', 'paid', 'failed', 'closed', 'refunded')),
  -- Where to go, or what to show as a QR code.
  pay_url text,
  code_url text,
  trade_no text,
  -- What arrived, when it was not the amount.
  problem text,
  -- Of a transfer.
  payer_name text,
  voucher_file_id uuid references stored_file,
  voucher_at timestamptz(3),
  rejected_reason text,
  checked_at timestamptz(3),
  expires_at timestamptz(3) not null,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, order_id) references shop_order (company_id, id)
);
create index on payment (company_id, order_id, id desc);
-- Whom to ask next: a bank is not asked.
create index on payment (checked_at nulls first, created_at) where state = 'created' and gateway <> 'transfer';
create unique index on payment (gateway, trade_no) where trade_no is not null;
create index on payment (created_at) where gateway = 'transfer' and state = 'created';
create index on payment (created_at) where problem is not null;

-- What gateways told us, as it came and was verified: each once.
create table payment_notification (
  id uuid primary key default uuidv7(),
  gateway text not null,
  out_trade_no text not null,
  digest bytea not null unique,
  amount bigint,
  -- settled, repeated, mismatch, unknown
  verdict text not null,
  received_at timestamptz(3) not null default now()
);
create index on payment_notification (out_trade_no);
create index on payment_notification (received_at);

create table refund (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  payment_id uuid not null,
  out_refund_no text not null unique,
  amount bigint not null check (amount > 0),
  reason text not null,
  -- requested: by the buyer, for the whole order, waits for an operator. surplus: money that nothing could be delivered for.
  kind text not null check (kind in ('requested', 'surplus')),
  state text not null default 'asked' check (state in ('asked', 'sending', 'done', 'rejected', 'failed')),
  note text not null default '',
  decided_by text,
  asked_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  foreign key (company_id, payment_id) references payment (company_id, id)
);
-- A payment is given back once.
create unique index one_refund_a_payment on refund (company_id, payment_id) where state <> 'rejected';
create index on refund (company_id, order_id, id desc);
create index on refund (asked_at) where state in ('asked', 'sending', 'failed');

-- Invoices -----------------------------------------------------------------------------------------------------------------
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
  -- The title as it was asked for.
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
-- What an operator types.
create unique index on invoice (id);
create unique index one_invoice_a_number on invoice (invoice_number) where invoice_number is not null;
-- Deferred: orders are marked first, by the one statement that decides whether they may be, and the invoice follows.
alter table shop_order add foreign key (company_id, invoice_id) references invoice (company_id, id)
  deferrable initially deferred;

-- The orders that an invoice was asked for, whatever became of it.
create table invoice_order (
  company_id uuid not null,
  invoice_id uuid not null,
  order_id uuid not null,
  amount bigint not null,
  primary key (company_id, invoice_id, order_id),
  foreign key (company_id, invoice_id) references invoice (company_id, id),
  foreign key (company_id, order_id) references shop_order (company_id, id)
);

do $$
declare owned text;
begin
  foreach owned in array array['payment', 'refund', 'invoice_title', 'invoice', 'invoice_order'] loop
    execute format('grant select, insert, update, delete on %I to portal_company', owned);
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy system on %I to current_user using (true) with check (true)', owned);
    execute format('create policy own on %I to portal_company using (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid) with check (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid)', owned);
  end loop;
end $$;
revoke update, delete on invoice_order from portal_company;

-- The sandbox cashier's own books, as an outside service would keep them; empty in production.
create table demo_trade (
  out_trade_no text primary key,
  trade_no text not null unique,
  amount bigint not null check (amount > 0),
  subject text not null,
  return_path text not null,
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'failed', 'closed')),
  expires_at timestamptz(3) not null,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create table demo_trade_refund (
  out_refund_no text primary key,
  out_trade_no text not null references demo_trade,
  amount bigint not null check (amount > 0),
  created_at timestamptz(3) not null default now()
);
create index on demo_trade_refund (out_trade_no);
