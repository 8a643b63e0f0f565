-- Coupons and orders.

-- Coupons ------------------------------------------------------------------------------------------------------------------
create table coupon_type (
  id uuid primary key default uuidv7(),
  name text not null,
  about text not null default '',
  kind text not null check (kind in ('amount', 'percent')),
  -- Fen off, or percent off.
  amount integer check (amount > 0),
  percent integer check (percent between 1 and 99),
  -- The most fen that a percentage takes off.
  cap integer check (cap > 0),
  -- The fen that the goods must come to before the coupon counts.
  threshold integer not null default 0 check (threshold >= 0),
  -- The categories that it is for, with all below them. Null for all.
  category_ids uuid[],
  for_purchase boolean not null default true,
  for_renewal boolean not null default true,
  total integer check (total > 0),
  claimed integer not null default 0 check (claimed >= 0),
  per_company integer not null default 1 check (per_company > 0),
  -- How a company gets it.
  way text not null check (way in ('center', 'promotion', 'gift')),
  claim_starts_at timestamptz(3) not null default now(),
  claim_ends_at timestamptz(3),
  -- Either fixed instants, or days after the claim.
  valid_from timestamptz(3),
  valid_until timestamptz(3),
  valid_days integer check (valid_days > 0),
  published boolean not null default true,
  sort integer not null default 0,
  -- Rises with each change by an operator, so that a change of an older state is refused.
  revision integer not null default 0,
  created_at timestamptz(3) not null default now(),
  check ((kind = 'amount') = (amount is not null)),
  check ((kind = 'percent') = (percent is not null)),
  check ((valid_until is null) <> (valid_days is null)),
  constraint no_more_than_total check (total is null or claimed <= total)
);
create index on coupon_type (sort, id) where way = 'center' and published;

-- A coupon keeps the rules under which it was given, whatever becomes of its type.
create table coupon (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  coupon_type_id uuid not null references coupon_type,
  -- The company's first, second and so on of this type: of two claims at once only one can be the first.
  sequence integer not null check (sequence > 0),
  source text not null check (source in ('center', 'promotion', 'gift')),
  name text not null,
  about text not null default '',
  kind text not null check (kind in ('amount', 'percent')),
  amount integer,
  percent integer,
  cap integer,
  threshold integer not null,
  category_ids uuid[],
  for_purchase boolean not null,
  for_renewal boolean not null,
  valid_from timestamptz(3) not null,
  valid_until timestamptz(3) not null,
  -- Whether a coupon has expired is a matter of the time and no state.
  state text not null default 'unused' check (state in ('unused', 'locked', 'used')),
  order_id uuid,
  -- The fen that a used coupon took off its order, which a trigger writes (functions/coupon_discount.sql): what a type has cost is
  -- then a sum over one index.
  discount bigint,
  claimed_by text not null,
  claimed_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  primary key (company_id, id),
  unique (company_id, coupon_type_id, sequence),
  check ((state = 'unused') = (order_id is null)),
  check (valid_from < valid_until)
);
create index on coupon (company_id, claimed_at desc, id desc);
create index on coupon (company_id, valid_until, id) where state = 'unused';
create index on coupon (coupon_type_id, state, valid_until) include (discount);
create index on coupon (coupon_type_id, claimed_at desc, id desc);

-- A list of companies that are given a coupon. It is previewed first and then given batch by batch.
create table coupon_gift (
  id uuid primary key default uuidv7(),
  coupon_type_id uuid not null references coupon_type,
  operator_id uuid not null references operator,
  state text not null default 'previewed' check (state in ('previewed', 'running', 'done', 'failed')),
  -- The rows that were in order in the preview, and how far the job has come with them.
  total integer not null check (total >= 0),
  done integer not null default 0 check (done <= total),
  given integer not null default 0 check (given <= done),
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create index on coupon_gift (coupon_type_id, id desc) where state <> 'previewed';
create index on coupon_gift (created_at) where state = 'previewed';

-- The provider's own: the companies' role has no right to it.
create table coupon_gift_row (
  gift_id uuid not null references coupon_gift on delete cascade,
  position integer not null,
  -- The text of the line as the operator wrote it.
  line text not null,
  company_id uuid references company,
  outcome text not null check (outcome in ('ready', 'unknown', 'ambiguous', 'duplicate', 'limit', 'given', 'refused')),
  -- Why a row was refused.
  reason text not null default '',
  primary key (gift_id, position),
  check ((outcome in ('unknown', 'ambiguous')) = (company_id is null))
);
create index on coupon_gift_row (gift_id, position) where outcome = 'ready';

-- Orders -------------------------------------------------------------------------------------------------------------------
create table shop_order (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  -- People quote and search for this number. It does not reveal how many orders there are.
  number text not null unique,
  account_id uuid not null references account,
  buyer_name text not null,
  kind text not null check (kind in ('purchase', 'renewal')),
  -- A top-up is an order for balance, which every gateway settles as any other (docs/decisions/0020-balance.md).
  product text not null check (product in ('hours', 'line', 'balance')),
  state text not null default 'pending'
    check (state in ('pending', 'paid', 'fulfilled', 'cancelled', 'closed', 'refunding', 'refunded')),
  -- The names of the goods, for lists and gateways.
  subject text not null,
  list_amount bigint not null check (list_amount >= 0),
  package_discount bigint not null check (package_discount >= 0),
  coupon_discount bigint not null check (coupon_discount >= 0),
  payable bigint not null check (payable >= 0),
  -- The fen that were asked back, are on their way or are back, and those that are back. Their sum can never pass what was paid,
  -- whoever asks at the same time.
  returned_amount bigint not null default 0,
  refunded_amount bigint not null default 0,
  coupon_id uuid,
  -- The same key and content yield the same order. The same key and another content are refused.
  request_key text not null,
  request_hash bytea not null,
  pays_until timestamptz(3) not null,
  paid_at timestamptz(3),
  fulfilled_at timestamptz(3),
  ended_at timestamptz(3),
  hidden boolean not null default false,
  -- 0019-invoices.sql adds the reference.
  invoice_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, coupon_id) references coupon (company_id, id),
  check (payable = list_amount - package_discount - coupon_discount),
  constraint no_more_back_than_paid check (refunded_amount >= 0 and refunded_amount <= returned_amount and returned_amount <= payable),
  constraint wholly_refunded check (state <> 'refunded' or refunded_amount = payable)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
-- What an order takes in the database is mostly its indexes (docs/decisions/0006-shop.md, 0047-leaner-orders.md, 0058-smaller-still.md,
-- 0070-keys-by-hash.md). Lists are ordered by the time, and what has the same time is sorted as it is read, so an index needs no id
-- behind the time. Orders have two kinds and three products, so a list by these is found among the company's newest in one index.
create index shop_order_listed on shop_order (company_id, created_at) include (kind, product, hidden);
-- Top-ups are the few among many: a list of them would go through all others.
create index shop_order_top_ups on shop_order (company_id, created_at) where product = 'balance' and not hidden;
create index shop_order_by_state on shop_order (company_id, state, created_at) where not hidden;
-- Of two keys with the same 64 bits the second is refused, and never taken for the first: one time in 400,000 with ten million orders.
create unique index shop_order_of_request on shop_order (hashtextextended(request_key, uuid_hash_extended(company_id, 0)));
-- The orders that an invoice can be requested for, those that have one, and those of which something went back since they were
-- invoiced: the invoice is for more than they came to.
create index on shop_order (company_id, fulfilled_at desc, id desc) include (payable)
  where state = 'fulfilled' and invoice_id is null and payable > 0;
create index on shop_order (company_id, invoice_id) where invoice_id is not null;
create index on shop_order (company_id, invoice_id) where invoice_id is not null and refunded_amount > 0;
-- Orders that lapse at the same moment are few enough to be sorted as they are read.
create index shop_order_lapsing on shop_order (pays_until) where state = 'pending';
-- The back office lists the orders of all companies, and sums up what was paid, without what was only prepaid.
create index shop_order_sales on shop_order (created_at);
create index shop_order_sales_by_state on shop_order (state, created_at);
create index shop_order_sold on shop_order (paid_at) include (payable) where paid_at is not null and product <> 'balance';
create index on shop_order (company_id, paid_at) include (payable, state) where paid_at is not null;
-- An order and its coupon refer to each other, so this reference is checked at the commit.
alter table coupon add foreign key (company_id, order_id) references shop_order (company_id, id) deferrable initially deferred;

create table order_item (
  company_id uuid not null,
  order_id uuid not null,
  position integer not null,
  -- A sku keeps its goods, place and way for good, and none of these is deleted while a sku names it: this reference keeps the other
  -- three as well. Each of them would lock a row that all orders share.
  sku_id uuid not null references sku,
  category_id uuid not null,
  -- Names, price and discount are those of the time of the order.
  name text not null,
  region_id uuid,
  region_name text,
  access_way_id uuid,
  access_way_name text,
  bandwidth integer,
  -- Fen for 30 days.
  price integer not null,
  days integer not null check (days > 0),
  quantity integer not null check (quantity > 0),
  discount_percent integer not null,
  list_amount bigint not null,
  amount bigint not null,
  -- A renewal has its line, and the end that the line had at the time. 0016-lines.sql adds the reference.
  line_id uuid,
  old_ends_at timestamptz(3),
  -- The end of a renewal up to a day. Without it, the days are added to whatever end the line has when the order is paid.
  until timestamptz(3),
  -- An order's id is nobody else's, and ids grow with time: a key that begins with it grows at its end, where one that begins with the
  -- company is filled in the middle.
  primary key (order_id, position),
  foreign key (company_id, order_id) references shop_order (company_id, id)
);
create index on order_item (company_id, line_id, order_id desc) where line_id is not null;

-- The history is only ever read by its order.
create table order_event (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  from_state text,
  to_state text not null,
  -- A person's name, 系统, or an operator's name.
  actor_name text not null,
  note text not null default '',
  created_at timestamptz(3) not null default now(),
  foreign key (company_id, order_id) references shop_order (company_id, id)
);
create index order_event_of_order on order_event (order_id);

-- A counter as in 0012-counters.sql, over all companies, for the back office. Folding goes by the primary key, which has the order of
-- time: folded rows are as few as there are states.
create table order_count (
  id uuid primary key default uuidv7(),
  folded boolean not null default false,
  state text not null,
  orders integer not null
);
create unique index on order_count (state) where folded;

select keep_to_company(owned::regclass) from unnest(array['coupon', 'shop_order']) as owned;
-- What was ordered, and an order's history, are written and never changed.
select keep_to_company(owned::regclass, 'select, insert') from unnest(array['order_item', 'order_event']) as owned;
