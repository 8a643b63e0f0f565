-- What operators did, and what takes a second one.

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
-- What is newest comes first in lists, but an index over all companies that is kept in that order gets every new row at its front,
-- where its pages are split in the middle and stay half empty. Kept in the order in which rows come, and read backwards, it takes
-- half the room.
create index on audit_entry (created_at);
create index on audit_entry (actor, created_at);
create index on audit_entry (action, created_at);
-- The log is searched by the beginning of who did it, what was done and what it was done to, however rare that is.
create index on audit_entry (actor text_pattern_ops, created_at);
create index on audit_entry (action text_pattern_ops, created_at);
create index on audit_entry (target text_pattern_ops, created_at);
-- Files that nothing refers to are removed, so each is looked for where it could be referred to.
create index on audit_entry ((before ->> 'file')) where action = 'payment.rejected';

-- The audit as it is sent to the provider's own log system (docs/decisions/0041-syslog.md). An entry is numbered when it is looked
-- for, so that one which commits late gets a later number and is never passed over.
create table audit_line (
  number bigint primary key,
  entry_id uuid not null unique references audit_entry
);

create table audit_stream (
  name text primary key check (name in ('syslog', 'file')),
  -- The number (audit_line) up to which everything was sent.
  position bigint not null default 0,
  attempts integer not null default 0,
  failing_since timestamptz(3),
  next_attempt_at timestamptz(3),
  -- Why it failed the last time.
  problem text,
  sent_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3)
);

-- Approvals ----------------------------------------------------------------------------------------------------------------
-- One policy says when a second operator is needed, and who that may be.
create table approval_policy (
  kind text primary key,
  -- Fen or days: a request of this size or above needs a second operator. Null: none ever does. 0: each does.
  threshold bigint check (threshold >= 0),
  -- Who may confirm or reject. An owner counts where owners are named.
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['owner', 'support', 'finance', 'content', 'network']),
  -- Who may do what, and putting restored data in place, are decided by two owners, whatever anybody sets. Money has a threshold:
  -- owners may say up to which sum of a day one person refunds, records transfers, changes prices or writes off.
  constraint always_asked check (case when kind in ('operator', 'restore') then threshold is not distinct from 0
    when kind in ('refund', 'payment', 'price', 'write_off') then threshold is not null else true end),
  constraint owners_decide check (kind not in ('operator', 'restore') or roles = array['owner']),
  -- Money that somebody writes by hand always takes two.
  constraint balance_always_asked check (kind <> 'balance' or threshold is not distinct from 0),
  -- Looser rules are confirmed by another owner, like whoever gets a role.
  constraint policy_always_asked check (kind <> 'policy' or (threshold is not distinct from 0 and roles = array['owner'])),
  constraint closing_always_asked check (kind <> 'closing' or threshold is not distinct from 0)
);
-- Until owners decide otherwise, one person gives no more than this away in a day: 1,000 person-days, 90 days of a line, coupons
-- for ¥5,000.
insert into approval_policy (kind, threshold, roles) values
  ('refund', 0, array['owner', 'finance']),
  ('payment', 0, array['owner', 'finance']),
  ('price', 0, array['owner', 'finance']),
  ('hours', 1000, array['owner', 'finance']),
  ('coupon', 500000, array['owner', 'finance']),
  ('extension', 90, array['owner', 'finance']),
  ('write_off', 0, array['owner', 'finance']),
  ('balance', 0, array['owner', 'finance']),
  ('closing', 0, array['owner', 'support']),
  ('operator', 0, array['owner']),
  ('restore', 0, array['owner']),
  ('policy', 0, array['owner']);

-- A second operator confirms money that goes back, money that only a person saw arrive, prices, and what else the policy says.
create table approval (
  id uuid primary key default uuidv7(),
  kind text not null references approval_policy,
  -- Named as in the audit log: `order:<number>`, `sku:<id>`.
  target text not null,
  -- The company that it is about, by which the second operator finds what was asked for it before. Null where it is about none or
  -- several. The column is not called company_id, because statements join approvals to tables that have one.
  about_company_id uuid references company,
  summary text not null,
  -- A digest of what a waiting request is about, in ids and amounts. Its summary is for people: the words of a newer program, or a
  -- category's new name, must not make it another request. Null where the summary itself is compared.
  facts text,
  -- How large the request is, in the unit of its kind; null where a kind has no size. It decides whether a confirmation takes a fresh
  -- proof.
  value bigint,
  -- The operation that was kept and is carried out at the confirmation, with its input as the payload. Null: the kind's executor.
  call text,
  -- What the executor needs, and what must still hold at the confirmation.
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'rejected', 'withdrawn')),
  requested_by uuid not null references operator,
  -- Of the requester at the time of the request.
  requester_roles text[] not null,
  requested_at timestamptz(3) not null default now(),
  -- When the provider's groups were told that it waits.
  told_at timestamptz(3),
  -- True where the rules let its requester carry it out without a second operator.
  alone boolean not null default false,
  decided_by uuid references operator,
  decided_at timestamptz(3),
  reason text,
  result text,
  check ((state = 'waiting') = (decided_at is null)),
  constraint confirmed_by_another check (
    case when alone then state = 'confirmed' and decided_by = requested_by else state <> 'confirmed' or decided_by <> requested_by end)
);
create unique index one_waiting_approval on approval (kind, target) where state = 'waiting';
create index on approval (state, id desc);
create index on approval (id desc);
create index on approval (about_company_id, id) where about_company_id is not null;
create index on approval (target, id);
-- Each decision looks for those by which the deciding operator was appointed.
create index on approval (target) where kind = 'operator' and state = 'confirmed';

-- Half of a first password waits here, sealed, for whoever asked for it; the confirmer was shown the other half.
create table approval_half (
  approval_id uuid primary key references approval,
  sealed bytea not null,
  created_at timestamptz(3) not null default now()
);
create index on approval_half (created_at);

-- What an operator has done without a second one, by kind and day of China: a threshold is for the day's sum, so that a large act
-- in several parts needs a second operator like the act itself.
create table approval_use (
  kind text not null references approval_policy,
  operator_id uuid not null references operator,
  day date not null,
  -- Fen or days.
  used bigint not null check (used >= 0),
  primary key (kind, operator_id, day)
);
create index on approval_use (day);

-- The same for all operators together and one company: several who stay below a threshold each need a second person for the same
-- company like one who gives all of it.
create table approval_company_use (
  company_id uuid not null references company,
  kind text not null,
  day date not null,
  -- Fen or days.
  used bigint not null check (used >= 0),
  primary key (company_id, kind, day)
);
alter table approval_company_use enable row level security, force row level security;
create policy system on approval_company_use to current_user using (true) with check (true);

-- The most that somebody with a role does alone in a day, beside the threshold of all. Of several roles the one that may most counts.
create table approval_limit (
  kind text not null references approval_policy,
  role text not null check (role in ('owner', 'support', 'finance', 'content', 'network')),
  most bigint not null check (most >= 0),
  primary key (kind, role)
);
