-- What is no longer offered stays, for the orders and coupons that name it.
alter table category add column archived boolean not null default false;
alter table package_type add column published boolean not null default true;

-- What prices were and who changed them; and what will hold from when, until a job has applied it.
create table price_change (
  id uuid primary key default uuidv7(),
  -- What one operator asked for and another confirmed together: applied together.
  batch_id uuid not null,
  sku_id uuid references sku,
  package_type_id uuid references package_type,
  -- Of a sku fen for 30 days; of a package percent off, which has no list price.
  old_value integer not null,
  new_value integer not null check (new_value >= 0),
  old_list_price integer,
  new_list_price integer,
  -- Puts it on sale as well.
  publishes boolean not null,
  requested_by uuid not null references operator,
  confirmed_by uuid not null references operator,
  confirmed_at timestamptz(3) not null default now(),
  holds_from timestamptz(3) not null,
  -- missed: the old value did not hold any more when its time came.
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
