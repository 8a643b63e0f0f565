-- Shops, who used which address for them, and what proves it.

-- A shop or an account on a platform, which the company binds to the line whose address it is to be seen from.
create table shop (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  platform text not null,
  name text not null,
  -- What the platform itself calls it.
  shop_number text not null,
  owner_name text not null default '',
  state text not null default 'active' check (state in ('active', 'closed')),
  line_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint shop_number_taken unique (company_id, platform, shop_number),
  foreign key (company_id, line_id) references line
);
create index on shop (company_id, created_at desc, id desc);
create index on shop (company_id, line_id) where line_id is not null;

-- A sheet of shops that was read and checked, until somebody confirms it.
create table shop_import (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  rows jsonb not null,
  bad integer not null,
  state text not null default 'previewed' check (state in ('previewed', 'done')),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on shop_import (created_at);

-- What a company has set; without a row the defaults of contract/connection-names.ts hold.
create table connection_setting (
  company_id uuid primary key references company,
  conflicts text not null check (conflicts in ('warn', 'refuse')),
  keep_days integer not null check (keep_days between 180 and 3650)
);

-- One use of a line's address by a device. A heartbeat touches two columns that no index holds. People and devices are named and
-- not referred to, because the record outlives them. The marks are keyed hashes of what is told below: whoever can write the
-- table but doesn't have the portal's key can make none. The numbers and hashes are the row's two places in its company's chain
-- (docs/decisions/0016-address-passport.md).
create table connection (
  company_id uuid not null references company,
  -- The client makes it, so that a repeated report is known again.
  id uuid not null,
  line_id uuid not null,
  address text not null,
  shop_id uuid,
  -- The shop as it was, since its own row can be edited.
  shop_platform text,
  shop_number text,
  employee_id uuid not null,
  employee_name text not null,
  device_id uuid not null,
  device_name text not null,
  key_id text not null,
  -- Why it should not have been: second_shop, unknown_device, no_right.
  findings text[] not null default '{}',
  started_at timestamptz(3) not null,
  -- The device's own clock, which decides nothing.
  device_started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  last_number integer not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('disconnected', 'silent', 'renewed', 'refused')),
  opened_mark bytea not null,
  closed_mark bytea,
  -- Vouches for when an open connection was last heard of: nobody without the portal's key can let it end at another moment.
  seen_mark bytea,
  opened_number bigint,
  opened_hash bytea,
  closed_number bigint,
  closed_hash bytea,
  primary key (company_id, id),
  foreign key (company_id, line_id) references line,
  foreign key (company_id, shop_id) references shop,
  check (num_nulls(ended_at, end_reason, closed_mark) in (0, 3)),
  check (num_nulls(shop_id, shop_platform, shop_number) in (0, 3)),
  check (num_nulls(opened_number, opened_hash) in (0, 2)),
  check (num_nulls(closed_number, closed_hash) in (0, 2)),
  check (started_at <= seen_at and (ended_at is null or started_at <= ended_at)),
  -- An instant that no program can read, such as an infinite one, would end the checks of a company's record.
  constraint connection_instants_check check (
    least(started_at, device_started_at) >= '2000-01-01 00:00+08'
    and greatest(started_at, device_started_at, seen_at, ended_at) < '10000-01-01 00:00+08')
) with (fillfactor = 85, autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
create unique index opened_once on connection (company_id, opened_number) where opened_number is not null;
create unique index closed_once on connection (company_id, closed_number) where closed_number is not null;
create index on connection (company_id, address, started_at desc);
create index on connection (company_id, employee_id, started_at desc);
-- A passport asks for the open connections of one address, not for those of the whole company.
create index open_connection_of_address on connection (company_id, address) where ended_at is null;
create index unchained_connection on connection (company_id)
  where opened_number is null or (closed_number is null and ended_at is not null);
create index on connection (company_id, closed_number, ended_at) where closed_number is not null;

-- Who used which address for what, from when to when: one row for each shop, person and device, so that a passport and the replay
-- of a change take as long over a year as over a day. It is a summary; what is proved is proved by the chain.
create table address_use (
  company_id uuid not null references company,
  address text not null,
  line_id uuid not null,
  employee_id uuid not null,
  device_id uuid not null,
  -- Without a shop, a uuid of zeros.
  shop_key uuid not null,
  shop_id uuid generated always as (nullif(shop_key, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
  shop_platform text,
  shop_number text,
  employee_name text not null,
  device_name text not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  connections integer not null,
  warned integer not null,
  primary key (company_id, address, line_id, employee_id, device_id, shop_key),
  foreign key (company_id, line_id) references line
) with (fillfactor = 80);
create index on address_use (company_id, employee_id, line_id) include (last_at);
create index on address_use (company_id, shop_id, address) where shop_id is not null;

-- Who used which line on which day of China: what a line cost falls to those who really used it, however long the connections
-- themselves are kept. It is a summary like address_use.
create table line_use (
  company_id uuid not null references company,
  line_id uuid not null,
  employee_id uuid not null,
  day date not null,
  primary key (company_id, line_id, employee_id, day),
  foreign key (company_id, line_id) references line
);
create index on line_use (company_id, day);
create index on line_use (day);

-- The end of each company's chain, signed; `signed` is the very text that the signature is of.
create table connection_chain (
  company_id uuid primary key references company,
  number bigint not null,
  hash bytea not null,
  signed text not null,
  signature text not null,
  -- The key that signed it (its 12 digits; empty before this was noted), so that what an older key has signed is found and signed anew
  -- before that key is retired.
  key_id text not null default '',
  -- Up to where it is kept in the file storage (docs/decisions/0050-links-at-once.md).
  kept_number bigint not null default 0,
  -- When the whole chain was last walked, and how much was wrong with it by then.
  checked_at timestamptz(3),
  faults integer not null default 0
);
-- Earlier ends: one of each day, which the company was given, and those up to which the chain was trimmed.
create table connection_head (
  company_id uuid not null references company,
  kind text not null check (kind in ('day', 'trim')),
  number bigint not null,
  hash bytea not null,
  signed text not null,
  signature text not null,
  key_id text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, kind, number)
);

-- A company's papers as one file, which a job writes. The file itself is kept for a day like every export.
create table compliance_pack (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  actor_name text not null,
  file_id uuid,
  size bigint,
  sha256 text,
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  primary key (company_id, id),
  check ((state = 'ready') = (file_id is not null))
);
-- Guard: one is made at a time.
create unique index one_pack_at_a_time on compliance_pack (company_id) where state = 'waiting';
create index on compliance_pack (created_at);

select keep_to_company(owned::regclass, 'select, insert, update')
from unnest(array['shop', 'shop_import', 'connection_setting', 'connection', 'address_use', 'compliance_pack']) as owned;
select keep_to_company(owned::regclass, 'select') from unnest(array['connection_chain', 'connection_head']) as owned;
select keep_to_company('line_use', 'select, insert');
