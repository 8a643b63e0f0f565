-- Companies. The verifications by which they come to be are in 0009-verifications.sql.

create table industry (
  id uuid primary key default uuidv7(),
  name text not null unique,
  sort integer not null
);
insert into industry (name, sort)
select name, row_number() over () from unnest(array[
  '跨境电商', '直播与短视频', '游戏出海', '软件与互联网', '外贸与制造', '物流与供应链', '广告与营销', '教育与培训',
  '金融与支付', '旅游与酒店', '文化与传媒', '人力资源服务', '医疗与健康', '能源与环保', '其他'
]) as name;

create table company (
  id uuid primary key default uuidv7(),
  name text not null,
  credit_code text not null,
  industry_id uuid references industry,
  size text,
  address text,
  contact_name text,
  contact_phone text,
  state text not null default 'active' check (state in ('trial', 'active', 'frozen')),
  -- Why the company is frozen, since when, and the state that it returns to.
  frozen_reason text,
  frozen_at timestamptz(3),
  state_before_freeze text check (state_before_freeze in ('trial', 'active')),
  -- A company that is closed stays frozen for good: its people and its ways in are gone, and its records stay
  -- (docs/decisions/0088-closing-a-company.md).
  closed_at timestamptz(3),
  -- Each login of a manager from a new browser or client is approved by another manager.
  terminal_approval boolean not null default false,
  -- The code that brought its owner here. 0028-channels.sql adds the reference.
  promotion_code text,
  verified_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  constraint closed_stays_frozen check (closed_at is null or state = 'frozen')
);
-- Whoever registers a closed company again begins a new one, and what a company is given once is not given to it again
-- (functions/had_trial.sql, modules/coupons/welcome.ts).
create unique index company_credit_code on company (credit_code) where closed_at is null;
create index company_closed_credit_code on company (credit_code) where closed_at is not null;
-- Operators search the names of all companies. The pending list is short because every search reads all of it.
create index company_search on company
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', name)) with (gin_pending_list_limit = 256);
create index on company (verified_at);
-- The back office lists all companies, newest first.
create index on company (created_at desc, id desc);
create index on company (state, created_at desc, id desc) where state <> 'active';
create index on company (promotion_code, created_at desc, id desc) where promotion_code is not null;
create index on company (promotion_code) where promotion_code is not null;
-- Whoever erases their account is no company's contact any more (docs/decisions/0008-erasure.md).
create index on company (contact_phone);

grant select on company, industry to portal_company;
-- Name and credit code come from the company's verification; its managers may change the rest.
grant update (contact_name, contact_phone, address, size) on company to portal_company;
alter table company enable row level security;
alter table company force row level security;
create policy system on company to current_user using (true) with check (true);
create policy own on company to portal_company using (id = nullif(current_setting('portal.company', true), '')::uuid);

-- Logins that wait for another manager.
create table held_login (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  account_id uuid not null references account,
  -- What the login has proved: once the password or the phone changes, nothing that was approved before holds.
  generation integer not null,
  -- `key:` and the thumbprint of a client's key, or `device:` and the name in the browser's signed token.
  terminal text not null,
  client_name text not null,
  user_agent text not null,
  ip text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'used')),
  decided_by text,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (company_id, id),
  check ((state = 'waiting') = (decided_at is null))
);
create unique index one_held_login_a_terminal on held_login (company_id, account_id, terminal) where state <> 'used';
create index on held_login (account_id);
select keep_to_company('held_login', 'select');

-- How often something of a company has changed that its console shows. Only what announces it counts, so that a company's
-- writers do not wait for each other here (server/database/pending-notifications.ts). After a crash of the server it begins anew,
-- which is another number than any console knows.
create unlogged table company_change (
  company_id uuid primary key references company,
  version bigint not null default 1
);
select keep_to_company('company_change', 'select');

-- A trial gives a company one line and hours for some people for a few days. It has no order, so that no invoice, commission or
-- figure of revenue can know of it.
create table trial (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  state text not null default 'requested' check (state in ('requested', 'declined', 'active', 'ended')),
  -- Null where an operator opened it unasked.
  requested_by text,
  requested_at timestamptz(3),
  note text not null default '',
  decided_by text,
  decided_at timestamptz(3),
  reason text,
  -- An owner opened it although the company has had one.
  repeated boolean not null default false,
  person_days integer not null default 0,
  ends_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  check ((state in ('active', 'ended')) = (ends_at is not null)),
  check ((requested_by is null) = (requested_at is null))
);
create unique index one_trial_at_a_time on trial (company_id) where state in ('requested', 'active');
create unique index one_trial_a_company on trial (company_id) where ends_at is not null and not repeated;
create index on trial (ends_at) where state = 'active';
create index on trial (created_at desc, id desc);
-- Operators find a trial by its id alone.
create index on trial (id);
select keep_to_company('trial', 'select, insert');
