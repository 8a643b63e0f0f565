-- works with 0054
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

-- A day's own payments and refunds, to be found in the bill.
create index on payment (paid_at) where paid_at is not null;
create index on refund (done_at) where done_at is not null;
