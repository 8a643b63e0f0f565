-- A company's own systems: its tokens, what they are told, and robots in its groups.

-- A company's tokens for its own systems (docs/decisions/0017-open-interfaces.md).
create table api_token (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- The departments that it is limited to, with all below them; null for the whole company. A department that is deleted stays
  -- here and holds nobody, so that a token never widens.
  departments uuid[] check (cardinality(departments) > 0),
  -- Addresses and networks from which it may be used; empty for anywhere.
  networks text[] not null default '{}',
  -- Whose authority it has: once this account manages the company no longer, the token ends (functions/end_tokens.sql).
  account_id uuid not null references account,
  employee_id uuid not null,
  made_by text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('revoked', 'maker')),
  primary key (company_id, id),
  check ((ended_at is null) = (end_reason is null)),
  check (expires_at <= created_at + interval '366 days')
);
create index on api_token (account_id);
create index on api_token (company_id, employee_id) where ended_at is null;
select keep_to_company('api_token', 'select, insert, update');

-- The secrets of a token: the newest, and for some hours after a rotation the former one. Each has the company's id in it, so
-- that it is found by a key of the company.
create table api_token_secret (
  company_id uuid not null,
  -- SHA-256 of the whole secret, which has 256 random bits.
  hash bytea not null check (octet_length(hash) = 32),
  token_id uuid not null,
  -- The last characters, which people tell it by.
  hint text not null,
  request_key text not null,
  -- Of the call and its input: the same key with other content is refused.
  request_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Null for the newest.
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_ip text,
  primary key (company_id, hash),
  unique (company_id, request_key),
  foreign key (company_id, token_id) references api_token (company_id, id) on delete cascade
);
create index on api_token_secret (company_id, token_id, created_at desc);
select keep_to_company('api_token_secret', 'select, insert, update');

-- Webhooks ------------------------------------------------------------------------------------------------------------------
-- What happens in a company, told to its own systems (docs/decisions/0017-open-interfaces.md).
create table webhook (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  url text not null,
  description text not null default '',
  -- The actions of the company's activity that it is told of; null for all.
  events text[] check (cardinality(events) > 0),
  state text not null default 'active' check (state in ('active', 'disabled')),
  secret_sealed bytea not null,
  former_sealed bytea,
  former_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- One process delivers at a time, which keeps the order. It renews the lease with each message; when it dies, another goes on.
  lease uuid,
  leased_until timestamptz(3),
  -- Nothing after a message is sent before it was taken.
  attempts integer not null default 0,
  failing_since timestamptz(3),
  next_attempt_at timestamptz(3),
  disabled_at timestamptz(3),
  primary key (company_id, id),
  check ((former_sealed is null) = (former_until is null)),
  check ((state = 'disabled') = (disabled_at is not null))
);
select keep_to_company('webhook');

-- A secret that a further rotation displaces before its promised end; the newest former one stays with its webhook.
create table webhook_former_secret (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  sealed bytea not null,
  until timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhook (company_id, id) on delete cascade
);
create index on webhook_former_secret (company_id, webhook_id);
create index on webhook_former_secret (until);
select keep_to_company('webhook_former_secret');

-- The outbox: each entry of the activity for each webhook that is told of it, written in the entry's own transaction
-- (functions/leave_webhook_messages.sql). What is sent is made of the entry, so that an erased name is sent to nobody again.
create table webhook_message (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  activity_id uuid not null,
  -- The order of delivery. An act that began after another's end has the higher one.
  position bigint not null generated always as identity,
  -- skipped: a manager lets an event go that its receiver never takes, so that those behind it go on.
  state text not null default 'pending' check (state in ('pending', 'delivered', 'skipped')),
  created_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhook (company_id, id) on delete cascade
);
create index on webhook_message (company_id, webhook_id, position) where state = 'pending';
create index on webhook_message (company_id, webhook_id, id desc);
create index on webhook_message (created_at);
select keep_to_company('webhook_message');

create table webhook_attempt (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  message_id uuid not null,
  at timestamptz(3) not null default now(),
  status integer,
  ms integer not null,
  answer text not null default '',
  problem text,
  primary key (company_id, id),
  foreign key (company_id, message_id) references webhook_message (company_id, id) on delete cascade
);
create index on webhook_attempt (company_id, message_id, id desc);
create index on webhook_attempt (at);
select keep_to_company('webhook_attempt', 'select, insert');

-- Robots --------------------------------------------------------------------------------------------------------------------
-- Robots in the groups of a company (docs/decisions/0040-company-robots.md).
create table company_robot (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  provider text not null check (provider in ('wecom', 'dingtalk', 'feishu')),
  name text not null,
  -- The address, which holds the robot's key, and the secret that it is signed with, as sealed JSON.
  secrets_sealed bytea not null,
  address_end text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  state text not null default 'active' check (state in ('active', 'disabled')),
  created_at timestamptz(3) not null default now(),
  -- As of a webhook: one process delivers at a time and renews the lease with each message.
  lease uuid,
  leased_until timestamptz(3),
  attempts integer not null default 0,
  failing_since timestamptz(3),
  next_attempt_at timestamptz(3),
  disabled_at timestamptz(3),
  primary key (company_id, id),
  check ((state = 'disabled') = (disabled_at is not null))
);
select keep_to_company('company_robot');

create table robot_message (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  robot_id uuid not null,
  title text not null,
  text text not null,
  -- A path of the portal, which the button opens.
  link text not null,
  -- The request that the button lets a manager decide, whose link is signed when it is sent.
  request_id uuid,
  -- The order of delivery.
  position bigint not null generated always as identity,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'refused')),
  created_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, robot_id) references company_robot (company_id, id) on delete cascade
);
create index on robot_message (company_id, robot_id, position) where state = 'pending';
create index on robot_message (company_id, robot_id, id desc);
create index on robot_message (created_at);
select keep_to_company('robot_message');

create table robot_attempt (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  message_id uuid not null,
  at timestamptz(3) not null default now(),
  status integer,
  ms integer not null,
  answer text not null default '',
  problem text,
  primary key (company_id, id),
  foreign key (company_id, message_id) references robot_message (company_id, id) on delete cascade
);
create index on robot_attempt (company_id, message_id, id desc);
create index on robot_attempt (at);
select keep_to_company('robot_attempt', 'select, insert');
