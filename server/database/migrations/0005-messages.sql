-- Files, messages and notices.

-- A file has one owner: whoever uploaded it, the company that it has become part of, or else the provider. What belongs to a company
-- stays when the account goes that once brought it (docs/decisions/0008-erasure.md).
create table stored_file (
  id uuid primary key default uuidv7(),
  account_id uuid references account,
  company_id uuid references company,
  purpose text not null,
  content_type text not null,
  size bigint not null check (size > 0),
  sha256 text not null,
  storage_key text not null unique,
  file_name text not null,
  created_at timestamptz(3) not null default now(),
  constraint one_owner check (num_nonnulls(account_id, company_id) <= 1)
);
create index on stored_file (account_id, created_at desc);
create index on stored_file (company_id) where company_id is not null;
-- Exported sheets are removed after a day.
create index on stored_file (created_at) where purpose = 'export';

-- Messages -----------------------------------------------------------------------------------------------------------------
create table sms_message (
  id uuid primary key default uuidv7(),
  purpose text not null,
  -- The provider's own audit says who got what; here the number is masked.
  phone_masked text not null,
  -- The recipient, so that support can see what somebody was sent. Null while there is no account, and once it is gone.
  account_id uuid references account on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  failure text,
  -- A failure that is the phone's, or that of a message which came too late, says nothing of the provider.
  provider_fault boolean not null default true,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);
create index on sms_message (settled_at desc) where state <> 'waiting';
create index on sms_message (created_at);
create index on sms_message (account_id, created_at desc) where account_id is not null;
-- The checks of health look for the oldest waiting message and the last failed one every few seconds.
create index on sms_message (created_at) where state = 'waiting';
create index on sms_message (settled_at desc) where state = 'failed';

-- The demonstration's short messages, as a phone would show them. It is empty in production; a job sweeps it after a day.
create table demo_outbox (
  id uuid primary key default uuidv7(),
  -- The sms_message, which may be swept before. Sending twice under one id is one message.
  message_id uuid not null unique,
  phone text not null,
  purpose text not null,
  code text not null,
  text text not null,
  at timestamptz(3) not null default now()
);
create index on demo_outbox (phone, id desc);
create index on demo_outbox (at);

-- Notices ------------------------------------------------------------------------------------------------------------------
create table notice (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  kind text not null,
  -- What the notice is about, with its threshold: `service:<employee>:7:2026-11-27`. Each subject gets one notice.
  subject text not null,
  title text not null,
  text text not null,
  link text not null default '',
  read_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (account_id, subject)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
create index on notice (account_id, created_at desc, id desc);
create index on notice (account_id) where read_at is null;
create index on notice (created_at);

create table notice_setting (
  account_id uuid primary key references account on delete cascade,
  sms text[] not null
);

-- Announcing changes -------------------------------------------------------------------------------------------------------
-- What is to be announced. A NOTIFY takes one lock of the whole server until its commit is through, so writers only leave a
-- row here, and one of the replicas announces all of them together (server/database/pending-notifications.ts). After a crash of
-- the server the table is empty: every connection was lost with it, and who listens looks at everything again.
create unlogged table pending_notification (
  company_id uuid not null,
  channel text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- The triggers run as whoever writes. A company's connection leaves rows of its own, and neither sees nor takes back any.
select keep_to_company('pending_notification', 'insert');

-- Repeats ------------------------------------------------------------------------------------------------------------------
-- A change that is sent again with its key gets the answer of the first time and is not carried out again.
create table idempotency_key (
  -- Who sent it: `account:<id>`, `operator:<id>` or `public`.
  scope text not null,
  key text not null,
  call text not null,
  -- Of the call and its input: the same key with another content is refused.
  hash bytea not null,
  -- Sealed, for it may hold a sid. Null while a change that waits for something outside is under way.
  answer bytea,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  primary key (scope, key)
);
create index on idempotency_key (created_at);
