-- Coupon types as the back office runs them, gifts to many companies; partners, their codes and what they are due.

-- Coupons ------------------------------------------------------------------------------------------------------------------
-- Counts changes of an operator: who changes an older one than there is, is told.
alter table coupon_type add column revision integer not null default 0;

-- Fen that a used coupon took off its order: what a type has cost is a sum over one index.
alter table coupon add column discount bigint;
create function coupon_discount() returns trigger language plpgsql as $$
begin
  new.discount := case when new.state = 'used' then
    (select coupon_discount from shop_order where company_id = new.company_id and id = new.order_id) end;
  return new;
end $$;
create trigger coupon_discount before insert or update of state, order_id on coupon
  for each row execute function coupon_discount();
update coupon set state = state where state = 'used';
create index on coupon (coupon_type_id, state, valid_until) include (discount);
create index on coupon (coupon_type_id, claimed_at desc, id desc);

-- A list of companies that are given a coupon: looked at first, then given batch by batch.
create table coupon_gift (
  id uuid primary key default uuidv7(),
  coupon_type_id uuid not null references coupon_type,
  operator_id uuid not null references operator,
  state text not null default 'previewed' check (state in ('previewed', 'running', 'done', 'failed')),
  -- Rows that were in order when it was looked at, and how far it has come with them.
  total integer not null check (total >= 0),
  done integer not null default 0 check (done <= total),
  given integer not null default 0 check (given <= done),
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create index on coupon_gift (coupon_type_id, id desc) where state <> 'previewed';
create index on coupon_gift (created_at) where state = 'previewed';

-- The provider's own: companies' roles have no right to it.
create table coupon_gift_row (
  gift_id uuid not null references coupon_gift on delete cascade,
  position integer not null,
  -- As it was typed.
  line text not null,
  company_id uuid references company,
  outcome text not null check (outcome in ('ready', 'unknown', 'ambiguous', 'duplicate', 'limit', 'given', 'refused')),
  -- Of `refused`.
  reason text not null default '',
  primary key (gift_id, position),
  check ((outcome in ('unknown', 'ambiguous')) = (company_id is null))
);
create index on coupon_gift_row (gift_id, position) where outcome = 'ready';

-- Channels -----------------------------------------------------------------------------------------------------------------
alter table channel add column state text not null default 'active' check (state in ('active', 'ended'));
alter table channel add column commission_percent numeric(5, 2) not null default 0
  check (commission_percent between 0 and 100);
-- A code's page is made at each request, so that no replica has to be told of this.
alter table promotion_code add column disabled_at timestamptz(3);

create index on company (promotion_code) where promotion_code is not null;
create index on shop_order (company_id, paid_at) include (payable, state) where paid_at is not null;

-- What a partner is due for a month, as it was sent: never changed. What happens afterwards is in the next one.
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
  file_id uuid not null references stored_file,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  operator_id uuid not null references operator,
  created_at timestamptz(3) not null default now(),
  constraint one_settlement_a_month unique (channel_id, month)
);

create table settlement_order (
  settlement_id uuid not null references settlement,
  company_id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('order', 'correction')),
  -- Fen; of a correction, what they changed by.
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
