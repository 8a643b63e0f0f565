-- The shop: what is bought, with what, for how much. Money is fen.

-- Addresses and their stock ------------------------------------------------------------------------------------------------
create table ip_address (
  id uuid primary key default uuidv7(),
  region_id uuid not null references region,
  access_way_id uuid not null references access_way,
  address inet not null unique,
  gateway text not null,
  -- held: kept back by an operator. cooling: was somebody's until a while ago.
  state text not null default 'free' check (state in ('free', 'held', 'bound', 'cooling', 'retired')),
  -- When a cooling address is free again.
  free_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((state = 'cooling') = (free_at is not null))
);
create index on ip_address (region_id, access_way_id, address) where state = 'free';
create index on ip_address (free_at) where state = 'cooling';

-- Free addresses by region and way, counted by the trigger below, and how many of them are promised: to unpaid orders and to
-- paid lines without an address. Nobody can be promised what is not there: that is this one check.
create table address_stock (
  region_id uuid not null references region,
  access_way_id uuid not null references access_way,
  free integer not null default 0,
  reserved integer not null default 0 check (reserved >= 0),
  primary key (region_id, access_way_id),
  constraint no_more_than_free check (reserved <= free)
);

-- Counted once a statement: an import that touched its row for each of 20,000 addresses would take minutes. Rows are locked
-- in the order in which orders lock them.
create function add_free_addresses(regions uuid[], ways uuid[], changes integer[]) returns void language plpgsql as $$
begin
  insert into address_stock (region_id, access_way_id)
    select distinct region, way from unnest(regions, ways) as place (region, way) order by region, way
    on conflict do nothing;
  perform from address_stock
    where (region_id, access_way_id) in (select region, way from unnest(regions, ways) as place (region, way))
    order by region_id, access_way_id for no key update;
  update address_stock set free = free + change
    from unnest(regions, ways, changes) as given (region, way, change)
    where region_id = region and access_way_id = way;
end $$;
create function count_free_addresses() returns trigger language plpgsql as $$
declare regions uuid[]; ways uuid[]; changes integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(region_id), array_agg(access_way_id), array_agg(change) into regions, ways, changes from (
      select region_id, access_way_id, count(*)::integer as change from after where state = 'free' group by 1, 2) as counted;
  elsif tg_op = 'DELETE' then
    select array_agg(region_id), array_agg(access_way_id), array_agg(change) into regions, ways, changes from (
      select region_id, access_way_id, -count(*)::integer as change from before where state = 'free' group by 1, 2) as counted;
  else
    select array_agg(region_id), array_agg(access_way_id), array_agg(change) into regions, ways, changes from (
      select region_id, access_way_id, sum(change)::integer as change from (
        select region_id, access_way_id, 1 as change from after where state = 'free'
        union all select region_id, access_way_id, -1 from before where state = 'free'
      ) as moved group by 1, 2 having sum(change) <> 0) as counted;
  end if;
  if regions is not null then perform add_free_addresses(regions, ways, changes); end if;
  return null;
end $$;
create trigger addresses_added after insert on ip_address referencing new table as after
  for each statement execute function count_free_addresses();
create trigger addresses_removed after delete on ip_address referencing old table as before
  for each statement execute function count_free_addresses();
create trigger addresses_changed after update on ip_address referencing old table as before new table as after
  for each statement execute function count_free_addresses();

-- Coupons ------------------------------------------------------------------------------------------------------------------
create table coupon_type (
  id uuid primary key default uuidv7(),
  name text not null,
  about text not null default '',
  kind text not null check (kind in ('amount', 'percent')),
  -- Fen off, or percent off.
  amount integer check (amount > 0),
  percent integer check (percent between 1 and 99),
  -- The most that a percentage takes off, fen.
  cap integer check (cap > 0),
  -- What the goods must come to before it counts, fen.
  threshold integer not null default 0 check (threshold >= 0),
  -- Categories it is for, with all below them; null for all.
  category_ids uuid[],
  for_purchase boolean not null default true,
  for_renewal boolean not null default true,
  total integer check (total > 0),
  claimed integer not null default 0 check (claimed >= 0),
  per_company integer not null default 1 check (per_company > 0),
  -- How it is got.
  way text not null check (way in ('center', 'promotion', 'gift')),
  claim_starts_at timestamptz(3) not null default now(),
  claim_ends_at timestamptz(3),
  -- Either fixed instants, or days after the claim.
  valid_from timestamptz(3),
  valid_until timestamptz(3),
  valid_days integer check (valid_days > 0),
  published boolean not null default true,
  sort integer not null default 0,
  created_at timestamptz(3) not null default now(),
  check ((kind = 'amount') = (amount is not null)),
  check ((kind = 'percent') = (percent is not null)),
  check ((valid_until is null) <> (valid_days is null)),
  constraint no_more_than_total check (total is null or claimed <= total)
);
create index on coupon_type (sort, id) where way = 'center' and published;

alter table promotion_code add column coupon_type_id uuid references coupon_type;

-- A coupon keeps the rules with which it was given, whatever becomes of its type.
create table coupon (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  coupon_type_id uuid not null references coupon_type,
  -- The company's first, second … of its type: two claims at once can't both be the first.
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
  -- Expired is not a state but a time.
  state text not null default 'unused' check (state in ('unused', 'locked', 'used')),
  order_id uuid,
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

-- Orders -------------------------------------------------------------------------------------------------------------------
create table shop_order (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  -- What people say and search for; tells no count.
  number text not null unique,
  account_id uuid not null references account,
  buyer_name text not null,
  kind text not null check (kind in ('purchase', 'renewal')),
  product text not null check (product in ('hours', 'line')),
  state text not null default 'pending'
    check (state in ('pending', 'paid', 'fulfilled', 'cancelled', 'closed', 'refunding', 'refunded')),
  -- Names of what is bought, for lists and gateways.
  subject text not null,
  list_amount bigint not null check (list_amount >= 0),
  package_discount bigint not null check (package_discount >= 0),
  coupon_discount bigint not null check (coupon_discount >= 0),
  payable bigint not null check (payable >= 0),
  coupon_id uuid,
  -- The same key and content: the same order. The same key and other content: an error.
  request_key text not null,
  request_hash bytea not null,
  pays_until timestamptz(3) not null,
  paid_at timestamptz(3),
  fulfilled_at timestamptz(3),
  ended_at timestamptz(3),
  hidden boolean not null default false,
  invoice_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  unique (company_id, request_key),
  foreign key (company_id, coupon_id) references coupon (company_id, id),
  check (payable = list_amount - package_discount - coupon_discount)
);
create index on shop_order (company_id, created_at desc, id desc) where not hidden;
create index on shop_order (company_id, state, created_at desc, id desc) where not hidden;
create index on shop_order (company_id, product, created_at desc, id desc) where not hidden;
create index on shop_order (company_id, kind, created_at desc, id desc) where not hidden;
-- What may be asked an invoice for.
create index on shop_order (company_id, fulfilled_at desc, id desc) include (payable)
  where state = 'fulfilled' and invoice_id is null and payable > 0;
-- What an invoice is for, while it stands.
create index on shop_order (company_id, invoice_id) where invoice_id is not null;
-- Invoices that are to be reversed.
create index on shop_order (company_id, invoice_id) where invoice_id is not null and state = 'refunded';
create index on shop_order (pays_until, id) where state = 'pending';
alter table coupon add foreign key (company_id, order_id) references shop_order (company_id, id) deferrable initially deferred;

create table order_item (
  company_id uuid not null,
  order_id uuid not null,
  position integer not null,
  sku_id uuid not null references sku,
  category_id uuid not null references category,
  -- As they were when it was ordered.
  name text not null,
  region_id uuid references region,
  region_name text,
  access_way_id uuid references access_way,
  access_way_name text,
  bandwidth integer,
  -- Fen for 30 days.
  price integer not null,
  days integer not null check (days > 0),
  quantity integer not null check (quantity > 0),
  discount_percent integer not null,
  list_amount bigint not null,
  amount bigint not null,
  -- Of a renewal: the line, and the end it had when this was ordered.
  line_id uuid,
  old_ends_at timestamptz(3),
  -- Of a renewal to a day: its end. Without it, the days are added to whatever end the line has when it is paid.
  until timestamptz(3),
  primary key (company_id, order_id, position),
  foreign key (company_id, order_id) references shop_order (company_id, id)
);
create index on order_item (company_id, line_id, order_id desc) where line_id is not null;

create table order_event (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  from_state text,
  to_state text not null,
  -- A person's name, 系统, or an operator's.
  actor_name text not null,
  note text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, order_id) references shop_order (company_id, id)
);
create index on order_event (company_id, order_id, id);

-- Lines --------------------------------------------------------------------------------------------------------------------
create table line (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  name text not null,
  remark text not null default '',
  sku_id uuid not null references sku,
  region_id uuid not null references region,
  access_way_id uuid not null references access_way,
  bandwidth integer,
  -- unbound: paid, no address yet. Whether an active line is expiring, expired or in its grace is a time, not a state.
  state text not null default 'unbound' check (state in ('unbound', 'active', 'suspended', 'released')),
  suspend_reason text,
  ip_address_id uuid references ip_address,
  starts_at timestamptz(3) not null default now(),
  ends_at timestamptz(3) not null,
  auto_renew boolean not null default false,
  -- The order that bought it.
  order_id uuid not null,
  -- How often it changed its address in the month that began then.
  rebinds integer not null default 0,
  rebind_month date,
  bound_at timestamptz(3),
  released_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  check ((state = 'suspended') = (suspend_reason is not null)),
  check (state <> 'unbound' or ip_address_id is null),
  check (state <> 'active' or ip_address_id is not null),
  check (state <> 'released' or ip_address_id is null)
);
-- One address, one line, in all companies.
create unique index one_line_an_address on line (ip_address_id) where ip_address_id is not null;
create index on line (company_id, created_at desc, id desc);
create index on line (company_id, state, ends_at, id);
create index on line (company_id, ends_at, id) where state <> 'released';
create index on line (ends_at) where state in ('unbound', 'active', 'suspended');
create index on line (company_id, order_id);
alter table order_item add foreign key (company_id, line_id) references line (company_id, id);

create table line_log (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  line_id uuid not null,
  action text not null,
  actor_name text not null,
  detail text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, line_id) references line (company_id, id)
);
create index on line_log (company_id, line_id, id desc);

do $$
declare owned text;
begin
  foreach owned in array array['coupon', 'shop_order', 'order_item', 'order_event', 'line', 'line_log'] loop
    execute format('grant select, insert, update, delete on %I to portal_company', owned);
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy system on %I to current_user using (true) with check (true)', owned);
    execute format('create policy own on %I to portal_company using (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid) with check (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid)', owned);
  end loop;
end $$;
-- What a company's role reads beside its own rows.
grant select on region, access_way, category, goods, sku, package_type to portal_company;
-- What was ordered, the history of an order and of a line are written and never changed.
revoke update, delete on order_event, line_log, order_item from portal_company;
