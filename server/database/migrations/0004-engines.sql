-- What every module uses: files, messages, notices, the audit log, approvals and operators' repeated requests.

-- Files --------------------------------------------------------------------------------------------------------------------
create table stored_file (
  id uuid primary key default uuidv7(),
  account_id uuid references account,
  purpose text not null,
  content_type text not null,
  size bigint not null check (size > 0),
  sha256 text not null,
  storage_key text not null unique,
  file_name text not null,
  created_at timestamptz(3) not null default now()
);
create index on stored_file (account_id, created_at desc);
-- Exported sheets are removed after a day.
create index on stored_file (created_at) where purpose = 'export';

-- Messages -----------------------------------------------------------------------------------------------------------------
create table sms_message (
  id uuid primary key default uuidv7(),
  purpose text not null,
  -- The provider's own audit says who got what; here the number is masked.
  phone_masked text not null,
  -- The recipient, so that support can see what somebody was sent. Null while there is no account.
  account_id uuid references account,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  failure text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);
create index on sms_message (settled_at desc) where state <> 'waiting';
create index on sms_message (created_at);
create index on sms_message (account_id, created_at desc) where account_id is not null;

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
  account_id uuid not null references account,
  kind text not null,
  -- What the notice is about, with its threshold: `service:<employee>:7:2026-11-27`. Each subject gets one notice.
  subject text not null,
  title text not null,
  text text not null,
  link text not null default '',
  read_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (account_id, subject)
);
create index on notice (account_id, created_at desc, id desc);
create index on notice (account_id) where read_at is null;
create index on notice (created_at);

create table notice_setting (
  account_id uuid primary key references account,
  sms text[] not null
);

-- Audit --------------------------------------------------------------------------------------------------------------------
-- Written once: triggers refuse every later change (functions/keep_audit.sql).
create table audit_entry (
  id uuid primary key default uuidv7(),
  actor text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  ip text,
  request_id text,
  created_at timestamptz(3) not null default now()
);
create index on audit_entry (created_at desc);
create index on audit_entry (actor, created_at desc);
create index on audit_entry (action, created_at desc);
-- The log is searched by the beginning of who did it, what was done and what it was done to, however rare that is.
create index on audit_entry (actor text_pattern_ops, created_at desc);
create index on audit_entry (action text_pattern_ops, created_at desc);
create index on audit_entry (target text_pattern_ops, created_at desc);

-- Approvals ----------------------------------------------------------------------------------------------------------------
-- A second operator confirms money that goes back, money that only a person saw arrive, and prices.
create table approval (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('refund', 'payment', 'price')),
  -- Named as in the audit log: `order:<number>`, `sku:<id>`.
  target text not null,
  summary text not null,
  -- What the executor of this kind needs, and what must still hold at the confirmation.
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'rejected', 'withdrawn')),
  requested_by uuid not null references operator,
  requested_at timestamptz(3) not null default now(),
  decided_by uuid references operator,
  decided_at timestamptz(3),
  reason text,
  result text,
  check ((state = 'waiting') = (decided_at is null)),
  constraint confirmed_by_another check (state <> 'confirmed' or decided_by <> requested_by)
);
create unique index one_waiting_approval on approval (kind, target) where state = 'waiting';
create index on approval (state, id desc);
create index on approval (id desc);

-- Repeats ------------------------------------------------------------------------------------------------------------------
-- An operator's request with the key of an earlier one gets the answer of that one and is not carried out again.
create table operator_request (
  operator_id uuid not null references operator,
  request_key text not null,
  -- Of the operation and its input: the same key with another content is refused.
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (operator_id, request_key)
);
create index on operator_request (created_at);
