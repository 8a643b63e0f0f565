-- Robots in the groups of a company (docs/decisions/0040-company-robots.md).
-- works with 0262
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
