-- What is sold, at which price.

create table category (
  id uuid primary key default uuidv7(),
  parent_id uuid references category,
  code text not null unique check (code ~ '^[a-z0-9-]+$'),
  name text not null,
  about text not null default '',
  sort integer not null default 0,
  -- An archived category is no longer offered. It stays for the orders and coupons that name it.
  archived boolean not null default false
);

create table goods (
  id uuid primary key default uuidv7(),
  category_id uuid not null references category,
  code text not null unique check (code ~ '^[a-z0-9-]+$'),
  name text not null,
  about text not null default '',
  published boolean not null default true,
  sort integer not null default 0
);
create index on goods (category_id, sort);

create table sku (
  id uuid primary key default uuidv7(),
  goods_id uuid not null references goods,
  region_id uuid references region,
  access_way_id uuid references access_way,
  -- Mbit/s. Null for goods without a line.
  bandwidth integer check (bandwidth > 0),
  -- Fen a unit for 30 days. A unit is one line, or one person's hours.
  price integer not null check (price >= 0),
  list_price integer not null,
  published boolean not null default true,
  check (list_price >= price),
  unique nulls not distinct (goods_id, region_id, access_way_id, bandwidth)
);

create table package_type (
  id uuid primary key default uuidv7(),
  category_id uuid not null references category,
  days integer not null check (days > 0),
  -- Percent off the 30-day price times days / 30.
  discount_percent integer not null default 0 check (discount_percent between 0 and 90),
  published boolean not null default true,
  sort integer not null default 0,
  unique (category_id, days)
);

-- What prices were, who changed them, and what will hold from a later instant on until a job has applied it.
create table price_change (
  id uuid primary key default uuidv7(),
  -- Changes that one operator requested and another confirmed together are applied together.
  batch_id uuid not null,
  sku_id uuid references sku,
  package_type_id uuid references package_type,
  -- Fen for 30 days of a sku; percent off of a package, which has no list price.
  old_value integer not null,
  new_value integer not null check (new_value >= 0),
  old_list_price integer,
  new_list_price integer,
  -- The change also puts it on sale.
  publishes boolean not null,
  requested_by uuid not null references operator,
  confirmed_by uuid not null references operator,
  confirmed_at timestamptz(3) not null default now(),
  holds_from timestamptz(3) not null,
  -- missed: the old value no longer held when the time came.
  state text not null default 'scheduled' check (state in ('scheduled', 'applied', 'cancelled', 'missed')),
  ended_at timestamptz(3),
  cancelled_by uuid references operator,
  check ((sku_id is null) <> (package_type_id is null)),
  check ((sku_id is null) = (new_list_price is null)),
  check ((state = 'scheduled') = (ended_at is null)),
  check ((state = 'cancelled') = (cancelled_by is not null))
);
create index on price_change (sku_id, id desc);
create index on price_change (package_type_id, id desc);
create index on price_change (batch_id);
create index on price_change (holds_from) where state = 'scheduled';

-- How often what orders are priced by has changed (functions/catalogue_changed.sql). An order says by which state it was priced,
-- and is not placed by another one, so a process may keep what it has read (docs/decisions/0076-kept-catalogue.md).
create table catalogue_version (
  single boolean primary key default true check (single),
  version integer not null default 0
);
insert into catalogue_version default values;

grant select on category, goods, sku, package_type, catalogue_version to portal_company;
