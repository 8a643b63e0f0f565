-- Payments and refunds.

-- One attempt at one gateway.
create table payment (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  gateway text not null check (gateway in ('sandbox', 'alipay', 'wechat', 'transfer')),
  -- Our number at the gateway; for a transfer, the remark code.
  out_trade_no text not null unique,
  amount bigint not null check (amount > 0),
  state text not null default 'created' check (state in ('created', 'paid', 'failed', 'closed', 'refunded')),
  -- The page to send the payer to, or the text to show as a QR code.
  pay_url text,
  code_url text,
  trade_no text,
  -- What is wrong with the money that arrived, and how much it was if not the amount: it can be sent back.
  problem text,
  arrived_amount bigint check (arrived_amount > 0),
  -- These belong to a transfer.
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
create index on payment (gateway, company_id, order_id);
-- The payments to query next at their gateway. A bank cannot be queried.
create index on payment (checked_at nulls first, created_at) where state = 'created' and gateway <> 'transfer';
create unique index on payment (gateway, trade_no) where trade_no is not null;
create index on payment (created_at) where gateway = 'transfer' and state = 'created';
create index on payment (created_at desc, id desc) where gateway = 'transfer';
create index on payment (created_at) where problem is not null;

-- The verified notifications of the gateways as they came, each once.
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
  -- requested: the buyer asks for the whole order back, and an operator decides. surplus: nothing could be delivered for the
  -- money. mismatch: another amount arrived than was due, and nothing was delivered for it.
  kind text not null check (kind in ('requested', 'surplus', 'mismatch')),
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
-- Finance lists the refunds of all companies.
create index on refund (asked_at desc, id desc);
create index on refund (state, asked_at desc, id desc);

-- The sandbox cashier's own books, as an outside service would keep them. They are empty in production.
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

select keep_to_company(owned::regclass) from unnest(array['payment', 'refund']) as owned;
