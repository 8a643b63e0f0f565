-- works with 0054
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

-- The outbox: each entry of the activity for each webhook that is told of it, written in the entry's own transaction
-- (functions/leave_webhook_messages.sql). What is sent is made of the entry, so that an erased name is sent to nobody again.
create table webhook_message (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  activity_id uuid not null,
  -- The order of delivery. An act that began after another's end has the higher one.
  position bigint not null generated always as identity,
  state text not null default 'pending' check (state in ('pending', 'delivered')),
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
