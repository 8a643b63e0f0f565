-- Places, ways of access, and the addresses in stock.

create table region (
  id uuid primary key default uuidv7(),
  code text not null unique check (code ~ '^[a-z0-9-]+$'),
  country text not null,
  city text not null,
  city_latin text not null,
  continent text not null,
  latitude numeric(7, 4) not null check (latitude between -90 and 90),
  longitude numeric(7, 4) not null check (longitude between -180 and 180),
  sort integer not null default 0,
  published boolean not null default true
);

create table access_way (
  id uuid primary key default uuidv7(),
  code text not null unique check (code ~ '^[a-z0-9-]+$'),
  name text not null,
  about text not null,
  sort integer not null default 0,
  -- Nothing new is sold or stocked by an archived way; what was sold by it goes on.
  archived boolean not null default false
);

create table ip_address (
  id uuid primary key default uuidv7(),
  region_id uuid not null references region,
  access_way_id uuid not null references access_way,
  address inet not null unique,
  gateway text not null,
  -- held: an operator keeps it back. cooling: it was somebody's until a while ago.
  state text not null default 'free' check (state in ('free', 'held', 'bound', 'cooling', 'retired')),
  -- When a cooling address is free again.
  free_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((state = 'cooling') = (free_at is not null))
);
create index on ip_address (region_id, access_way_id, address) where state = 'free';
create index on ip_address (free_at) where state = 'cooling';
-- The back office lists all addresses.
create index on ip_address (region_id, address);
create index on ip_address (region_id, access_way_id, state, address);
create index on ip_address (state, address);

-- Free addresses by region and way, counted by triggers (functions/count_free_addresses.sql), and how many of them are promised:
-- to unpaid orders and to paid lines that have no address yet. The check is all that keeps the portal from promising more than
-- there is.
create table address_stock (
  region_id uuid not null references region,
  access_way_id uuid not null references access_way,
  free integer not null default 0,
  reserved integer not null default 0 check (reserved >= 0),
  primary key (region_id, access_way_id),
  constraint no_more_than_free check (reserved <= free)
);

-- A counter as in 0012-counters.sql, over all companies: what lies at each place, for the back office's regions and access ways.
create table place_count (
  id uuid primary key default uuidv7(),
  folded boolean not null default false,
  region_id uuid not null,
  access_way_id uuid not null,
  -- `line` for a line that is not released; otherwise the state of an address.
  thing text not null,
  things integer not null
);
create unique index on place_count (region_id, access_way_id, thing) where folded;

-- A file of addresses that an operator has uploaded. It is previewed first, and a job writes it once it is confirmed.
create table address_import (
  id uuid primary key default uuidv7(),
  operator_id uuid not null references operator,
  file_name text not null,
  -- The rows that are in order, as they will be written.
  rows jsonb not null,
  state text not null default 'previewed' check (state in ('previewed', 'running', 'done', 'failed', 'cancelled')),
  total integer not null,
  bad integer not null,
  done integer not null default 0 check (done <= total),
  added integer not null default 0 check (added <= done),
  -- Rows that were in order in the preview and no longer when they were written.
  failed jsonb not null default '[]',
  created_at timestamptz(3) not null default now()
);
create index on address_import (created_at);

grant select on region, access_way to portal_company;
