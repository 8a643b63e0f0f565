-- Accounts, sessions, and what keeps guessing and flooding within bounds.

create table account (
  id uuid primary key default uuidv7(),
  phone text not null unique check (phone ~ '^1\d{10}$' or phone like 'deleted:%'),
  -- Argon2id with its parameters. It is null until an invited person sets a password.
  password_hash text,
  display_name text not null,
  state text not null default 'active' check (state in ('active', 'disabled', 'deleted')),
  agreement_version text,
  agreed_at timestamptz(3),
  -- The first agreement: accounts made by an invitation wait for it, and agreed_at moves on with each later one.
  registered_at timestamptz(3),
  -- The code that brought this person here. 0017-channels.sql adds the reference.
  promotion_code text,
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index on account (promotion_code) where promotion_code is not null;
create index on account (registered_at) where registered_at is not null;
-- The back office lists all accounts. A Chinese name is too short for trigrams, so it is searched from its beginning.
create index on account (created_at desc, id desc);
create index on account (created_at desc, id desc) where state <> 'active';
create index on account (display_name text_pattern_ops);

create table session (
  id uuid primary key default uuidv7(),
  sid_hash bytea not null unique,
  account_id uuid not null references account,
  client_name text not null,
  client_version text not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  -- 30 days after the login. Seven days without use end a session earlier.
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('signed_out', 'replaced', 'password', 'phone', 'manager', 'operator', 'disabled', 'deleted')),
  check ((ended_at is null) = (end_reason is null))
);
create index on session (account_id, last_seen_at desc) where ended_at is null;
create index on session (expires_at);
-- A replaced session still answers for some seconds. Freezing a company ends these as well.
create index on session (ended_at) where end_reason = 'replaced';

create table verification_code (
  id uuid primary key default uuidv7(),
  purpose text not null check (purpose in ('register', 'forgotpwd', 'changephone')),
  phone text not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index on verification_code (phone, purpose, created_at desc);
create index on verification_code (created_at);

-- One row a phone, so that one statement changes both the wait between two codes and the count of the day.
create table code_allowance (
  phone text primary key,
  last_sent_at timestamptz(3) not null,
  day date not null,
  sent_today integer not null
);
create index on code_allowance (day);

-- All replicas share these counters. The key names what is limited; a job sweeps the rows of past windows. They need not
-- survive a crash, which saves writing them to the log.
create unlogged table limit_counter (
  key text not null,
  window_start timestamptz(3) not null,
  hits integer not null,
  primary key (key, window_start)
);
create index on limit_counter (window_start);

create table login_throttle (
  key text primary key,
  failures integer not null,
  blocked_until timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
create index on login_throttle (updated_at);

-- A proof of work counts once.
create table spent_proof (
  challenge text primary key,
  expires_at timestamptz(3) not null
);
create index on spent_proof (expires_at);
