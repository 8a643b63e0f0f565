-- Lines, their logs, the history of their addresses, and what their buyers wished.

create table line (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  name text not null,
  remark text not null default '',
  sku_id uuid not null references sku,
  region_id uuid not null references region,
  access_way_id uuid not null references access_way,
  bandwidth integer,
  -- unbound: paid, and without an address yet. Whether an active line is expiring, expired or in its grace is a matter of the
  -- time and no state.
  state text not null default 'unbound' check (state in ('unbound', 'active', 'suspended', 'released')),
  suspend_reason text,
  -- When a refund suspended it: the reason is only a text, which an operator may write as well. A rejection moves the line's end on by
  -- the time since, and adds that time to `paused`, by which the days that were paid lie later.
  refund_suspended_at timestamptz(3),
  paused interval not null default '0',
  ip_address_id uuid references ip_address,
  -- The address is read wherever the line is, and a company's role does not see the addresses of others. Triggers keep these
  -- equal to ip_address (functions/line_address.sql).
  address text,
  gateway text,
  starts_at timestamptz(3) not null default now(),
  ends_at timestamptz(3) not null,
  auto_renew boolean not null default false,
  -- The end that its managers have been warned of, and the fewest days ahead that they were warned.
  told_of timestamptz(3),
  told_days integer,
  -- The end of which the records of the line and its people tell that nobody can use it any more.
  lapsed_of timestamptz(3),
  -- A line comes of an order or of a trial. While it ends with its trial, it is the trial's; a renewal makes it the company's own.
  order_id uuid,
  trial_id uuid,
  trial_ends_at timestamptz(3),
  -- How often its address changed in the month that began at rebind_month.
  rebinds integer not null default 0,
  rebind_month date,
  bound_at timestamptz(3),
  released_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  foreign key (company_id, trial_id) references trial (company_id, id),
  check ((state = 'suspended') = (suspend_reason is not null)),
  check (state <> 'unbound' or ip_address_id is null),
  check (state <> 'active' or ip_address_id is not null),
  check (state <> 'released' or ip_address_id is null),
  check (num_nonnulls(order_id, trial_id) = 1),
  check ((trial_id is null) = (trial_ends_at is null))
);
-- An address belongs to one line, in all companies.
create unique index one_line_an_address on line (ip_address_id) where ip_address_id is not null;
create index on line (company_id, created_at desc, id desc);
create index on line (company_id, state, ends_at, id);
create index on line (company_id, ends_at, id) where state <> 'released';
create index on line (company_id, order_id);
create index on line (company_id, trial_id) where trial_id is not null;
create index on line (company_id, region_id) where state <> 'released';
-- Operators and the jobs of all companies find a line by its id alone, by its end, its region, its name and its address.
create index on line (id);
create index on line (ends_at) where state in ('unbound', 'active', 'suspended');
create index lines_renewing_themselves on line (ends_at) where auto_renew and state in ('unbound', 'active', 'suspended');
create index on line (state, ends_at) where state in ('unbound', 'active');
create index on line (created_at desc, id desc);
create index line_released on line (created_at desc, id desc) where state = 'released';
create index on line (region_id, created_at desc, id desc);
create index line_search on line
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', name)) with (gin_pending_list_limit = 256);
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

-- Which line had which address from when until when: it answers who had an address at a past instant. Triggers write it
-- (functions/remember_address.sql).
create table address_span (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  line_id uuid not null,
  ip_address_id uuid not null references ip_address,
  since timestamptz(3) not null,
  until timestamptz(3) not null default 'infinity',
  primary key (company_id, id),
  foreign key (company_id, line_id) references line,
  check (since < until)
);
create index on address_span (ip_address_id, since desc);
create index on address_span (company_id, line_id) where until = 'infinity';

-- A counter as in 0012-counters.sql, over all companies, for the back office.
create table line_count (
  id uuid primary key default uuidv7(),
  folded boolean not null default false,
  region_id uuid not null,
  state text not null,
  lines integer not null
);
create unique index on line_count (region_id, state) where folded;
create index on line_count (id) where not folded;

-- The end that each renewal gave to its line, from which its unused days are counted.
create table renewal_end (
  company_id uuid not null,
  order_id uuid not null,
  line_id uuid not null,
  ends_at timestamptz(3) not null,
  primary key (company_id, order_id, line_id),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  foreign key (company_id, line_id) references line (company_id, id)
);

-- How the buyer wants the lines of an order: their names, addresses and groups (docs/decisions/0038-bought-as-wished.md).
create table line_wish (
  company_id uuid not null,
  order_id uuid not null,
  -- Which of the order's lines it is for, counted from one.
  position integer not null check (position > 0),
  name text,
  -- An address is wished, not held. Its text stays when the address becomes somebody else's.
  address_id uuid,
  address text,
  group_id uuid,
  -- The line that came of it.
  line_id uuid,
  -- What could not be kept, in words; empty when all was.
  unkept text not null default '',
  settled_at timestamptz(3),
  primary key (company_id, order_id, position),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  foreign key (company_id, line_id) references line (company_id, id),
  check ((address_id is null) = (address is null)),
  check (num_nonnulls(name, address_id, group_id) > 0),
  check (settled_at is null or line_id is not null)
);
create index on line_wish (company_id, line_id) where line_id is not null;

select keep_to_company('line');
-- A line's log is written and never changed; its history is read alone.
select keep_to_company(owned::regclass, 'select, insert') from unnest(array['line_log', 'renewal_end', 'line_wish']) as owned;
select keep_to_company('address_span', 'select');
