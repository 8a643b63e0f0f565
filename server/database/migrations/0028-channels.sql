-- Partners, their promotion codes, the companies that came by them, and what the partners are due.

create table channel (
  id uuid primary key default uuidv7(),
  name text not null unique,
  greeting text not null default '',
  contact_name text not null default '',
  contact_phone text not null default '',
  state text not null default 'active' check (state in ('active', 'ended')),
  commission_percent numeric(5, 2) not null default 0 check (commission_percent between 0 and 100),
  created_at timestamptz(3) not null default now()
);

create table promotion_code (
  code text primary key check (code ~ '^[A-Z0-9]{6}$'),
  channel_id uuid not null references channel,
  starts_at timestamptz(3) not null default now(),
  ends_at timestamptz(3),
  use_limit integer check (use_limit > 0),
  used integer not null default 0 check (used >= 0 and (use_limit is null or used <= use_limit)),
  -- Companies that come by the code get this coupon.
  coupon_type_id uuid references coupon_type,
  -- The code's page is rendered at each request, so no replica has to learn of this.
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index on promotion_code (channel_id);
alter table account add foreign key (promotion_code) references promotion_code;
alter table company add foreign key (promotion_code) references promotion_code;

create table channel_registration (
  id uuid primary key default uuidv7(),
  promotion_code text not null references promotion_code,
  account_id uuid not null references account,
  company_name text not null,
  credit_code text not null,
  industry_id uuid not null references industry,
  size text not null,
  contact_name text not null,
  created_at timestamptz(3) not null default now()
);
create index on channel_registration (promotion_code, created_at desc);
create index on channel_registration (account_id);

-- What a partner is due for a month, as it was sent. It never changes: what happens afterwards is in the next settlement.
create table settlement (
  id uuid primary key default uuidv7(),
  channel_id uuid not null references channel,
  month date not null check (extract(day from month) = 1),
  commission_percent numeric(5, 2) not null,
  orders integer not null,
  corrections integer not null,
  paid bigint not null,
  refunded bigint not null,
  base bigint not null,
  commission bigint not null,
  -- What refunds have cost the partner beyond the settlements before, in fen and never positive: the next settlement takes it off.
  carried bigint not null default 0 check (carried <= 0),
  file_id uuid not null references stored_file,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  operator_id uuid not null references operator,
  created_at timestamptz(3) not null default now(),
  -- A settlement is paid outside of the portal. The bank's reference of that payment is kept beside it.
  paid_at timestamptz(3),
  paid_by uuid references operator,
  bank_reference text,
  constraint one_settlement_a_month unique (channel_id, month),
  check (num_nulls(paid_at, paid_by, bank_reference) in (0, 3)),
  check (paid_at is null or commission > 0),
  check (paid_at is null or commission + carried > 0)
);
create index on settlement (file_id);

create table settlement_order (
  settlement_id uuid not null references settlement,
  company_id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('order', 'correction')),
  -- Fen; in a correction, the difference to what was settled before.
  paid bigint not null,
  refunded bigint not null,
  base bigint not null,
  commission_percent numeric(5, 2) not null,
  commission bigint not null,
  primary key (settlement_id, company_id, order_id),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  check (base = paid - refunded)
);
create index on settlement_order (company_id, order_id);
create unique index one_settlement_an_order on settlement_order (company_id, order_id) where kind = 'order';
