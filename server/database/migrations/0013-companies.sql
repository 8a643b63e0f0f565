-- What the back office does with companies and accounts.

-- Why a company is frozen, since when, and what it goes back to.
alter table company
  add column frozen_reason text,
  add column frozen_at timestamptz(3),
  add column state_before_freeze text check (state_before_freeze in ('trial', 'active'));

-- The list of all companies, newest first, and its filters. Names are in 0001's trigram index.
create index on company (created_at desc, id desc);
create index on company (state, created_at desc, id desc) where state <> 'active';
create index on company (promotion_code, created_at desc, id desc) where promotion_code is not null;
create index on company (verified_at);

-- The list of all accounts. A Chinese name is too short for trigrams: it is looked for from its beginning.
create index on account (created_at desc, id desc);
create index on account (created_at desc, id desc) where state <> 'active';
create index on account (display_name text_pattern_ops);
create index on employee (name text_pattern_ops);

-- Whom a message went to, so that support can see what somebody was sent. Null where there is no account yet.
alter table sms_message add column account_id uuid references account;
create index on sms_message (account_id, created_at desc) where account_id is not null;

-- Sessions that answer for some seconds after they were replaced: a freeze ends these too.
create index on session (ended_at) where end_reason = 'replaced';

-- What a company was verified by, also after its owner has changed.
create index on identity_verification (credit_code) where kind = 'company' and state = 'approved';

-- A company's log is about what was done; nearly all that devices write is that they were there.
create index on device_log (company_id, id desc) where action <> 'seen';
