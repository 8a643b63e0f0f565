-- Payments, refunds, the prepaid balance, and what the gateways say of a day.

-- One attempt at one gateway.
create table payment (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  gateway text not null check (gateway in ('sandbox', 'alipay', 'wechat', 'transfer', 'balance')),
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
  -- The sum of a transfer's parts, beside them so that one guarded statement can add to it.
  received bigint not null default 0 check (received between 0 and amount),
  -- Money that came once more under the code of a transfer that has ended: a payment of its own under a code that nobody was told.
  came_again boolean not null default false,
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
create index on payment (created_at, id) where gateway = 'transfer';
create index on payment (created_at) where problem is not null;
-- A day's own payments, to be found in the bill.
create index on payment (paid_at) where paid_at is not null;
-- Files that nothing refers to are removed, so each is looked for where it could be referred to.
create index on payment (voucher_file_id) where voucher_file_id is not null;

-- A bank transfer that arrives in several amounts under one remark code.
create table transfer_part (
  company_id uuid not null,
  payment_id uuid not null,
  id uuid not null default uuidv7(),
  amount bigint not null check (amount > 0),
  -- The bank's number of the line, or what tells the line from others of its statement: the same line is counted once.
  reference text not null,
  actor text not null,
  created_at timestamptz(3) not null default now(),
  -- When its money was settled outside the portal: it counts towards its transfer no more (`received`), while its line of the
  -- statement stays known.
  settled_at timestamptz(3),
  primary key (company_id, id),
  constraint one_part_a_line unique (company_id, payment_id, reference),
  foreign key (company_id, payment_id) references payment (company_id, id)
);

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

-- Refunds ------------------------------------------------------------------------------------------------------------------
create table refund (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  payment_id uuid not null,
  out_refund_no text not null unique,
  amount bigint not null check (amount > 0),
  reason text not null,
  -- requested: the buyer asks for the whole order back, or for what is left of it, and an operator decides. unused: for unused days,
  -- which are taken back. goodwill: an amount, and nothing is taken back. surplus: nothing could be delivered for the money.
  -- mismatch: another amount arrived than was due, and nothing was delivered for it.
  kind text not null check (kind in ('requested', 'unused', 'goodwill', 'surplus', 'mismatch')),
  state text not null default 'asked' check (state in ('asked', 'sending', 'done', 'rejected', 'failed')),
  -- What the company may read: the bank's number or the reason of a rejection. Why a gateway did not do it, operators read.
  note text not null default '',
  failure text not null default '',
  -- The bank has sent it, by the number in its note. One of an online payment is then in no bill of its gateway.
  by_bank boolean not null default false,
  -- Each refund that is back has a document of its own (退款凭证): its number is the order's, and the refund's place among those of the
  -- order, so that nobody reads from it how many there are. The name is that of the company at the time.
  credit_number text,
  credit_name text,
  decided_by text,
  asked_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  foreign key (company_id, payment_id) references payment (company_id, id),
  constraint numbered_with_name check ((credit_number is null) = (credit_name is null))
);
-- Money for which nothing was delivered goes back once, and so does an order as a whole.
create unique index one_refund_a_payment on refund (company_id, payment_id)
  where state <> 'rejected' and kind in ('surplus', 'mismatch');
create unique index one_whole_refund_an_order on refund (company_id, order_id) where state <> 'rejected' and kind = 'requested';
-- The number begins with its order's, which is unique, so it need hold in its company alone.
create unique index one_credit_note_a_number on refund (company_id, credit_number) where credit_number is not null;
create index on refund (company_id, payment_id);
create index on refund (company_id, order_id, id desc);
-- A day's own refunds, to be found in the bill.
create index on refund (done_at) where done_at is not null;
create index on refund (asked_at) where state in ('asked', 'sending', 'failed');
-- Finance lists the refunds of all companies.
create index on refund (asked_at desc, id desc);
create index on refund (state, asked_at desc, id desc);

-- What a refund takes back: person-days of the company, days of a renewal, or the days left of a line that ends.
create table refund_item (
  company_id uuid not null,
  refund_id uuid not null,
  position integer not null,
  -- Null for person-days.
  line_id uuid,
  name text not null,
  days integer not null check (days > 0),
  amount bigint not null check (amount >= 0),
  primary key (company_id, refund_id, position),
  foreign key (company_id, refund_id) references refund (company_id, id),
  foreign key (company_id, line_id) references line (company_id, id)
);
create index on refund_item (company_id, line_id) where line_id is not null;

-- The balance --------------------------------------------------------------------------------------------------------------
-- The prepaid balance of each company (docs/decisions/0020-balance.md).
-- It is kept beside the ledger so that one guarded statement can take from it.
create table company_balance (
  company_id uuid primary key references company,
  -- Fen.
  amount bigint not null default 0 check (amount >= 0),
  -- The time of its last entry. The statement that moves the balance moves it on, so that the ledger by time is the ledger by balance,
  -- however two movements meet and whatever a clock is set back to.
  moved_at timestamptz(3) not null default '-infinity'
);

-- A ledger of fen that is only added to: a trigger refuses every change (functions/keep_ledger.sql).
create table balance_entry (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('topup', 'payment', 'refund', 'withdrawal', 'correction')),
  -- What the balance gains; negative if it loses.
  amount bigint not null check (amount <> 0),
  balance_after bigint not null check (balance_after >= 0),
  -- The order that was topped up, paid or refunded.
  order_id uuid,
  actor_name text not null,
  note text not null default '',
  -- The instant of the entry and not of its transaction, which may have waited for the balance: so entries follow each other.
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, order_id) references shop_order
);
create index on balance_entry (company_id, created_at desc, id desc);
create index on balance_entry (company_id, kind, created_at desc, id desc);
create index on balance_entry (created_at, id);

-- The orders that a top-up pays as soon as its money is there: several orders paid at once.
create table joint_payment (
  company_id uuid not null references company,
  topup_id uuid not null,
  order_id uuid not null,
  primary key (company_id, topup_id, order_id),
  foreign key (company_id, topup_id) references shop_order,
  foreign key (company_id, order_id) references shop_order
);

-- Bills --------------------------------------------------------------------------------------------------------------------
-- What the gateways say they took and gave back on each day, compared with what is here.
create table gateway_bill (
  gateway text not null,
  day date not null,
  -- waiting: it is to be read, for the first time or again.
  state text not null default 'waiting' check (state in ('waiting', 'read')),
  payments integer not null default 0,
  -- Fen.
  payments_amount bigint not null default 0,
  refunds integer not null default 0,
  refunds_amount bigint not null default 0,
  -- Why it could not be read the last time.
  problem text,
  tried_at timestamptz(3),
  read_at timestamptz(3),
  primary key (gateway, day)
);
create index on gateway_bill (day desc, gateway);

create table bill_difference (
  id uuid primary key default uuidv7(),
  gateway text not null,
  day date not null,
  kind text not null check (kind in ('payment_unknown', 'payment_unpaid', 'payment_missing', 'payment_amount',
    'refund_unknown', 'refund_undone', 'refund_missing', 'refund_amount')),
  out_trade_no text not null,
  out_refund_no text,
  trade_no text,
  -- Fen by the bill and by this database; null where one of them has no such entry.
  billed_amount bigint,
  own_amount bigint,
  noted_at timestamptz(3) not null default now(),
  handled_at timestamptz(3),
  handled_by uuid references operator,
  note text not null default '',
  check ((handled_at is null) = (handled_by is null)),
  foreign key (gateway, day) references gateway_bill,
  unique nulls not distinct (gateway, day, kind, out_trade_no, out_refund_no)
);
create index on bill_difference (id) where handled_at is null;

-- The sandbox ---------------------------------------------------------------------------------------------------------------
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
-- A company reads its balance; only the portal itself moves money.
select keep_to_company(owned::regclass, 'select') from unnest(array['transfer_part', 'company_balance', 'balance_entry']) as owned;
select keep_to_company(owned::regclass, 'select, insert') from unnest(array['refund_item', 'joint_payment']) as owned;
