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
  -- The code that brought this person here. 0028-channels.sql adds the reference.
  promotion_code text,
  -- Raised by every change of what a login proves (functions/raise_generation.sql). A session belongs to the generation in which
  -- its holder proved it, and is over in every later one, however late it was written.
  generation integer not null default 0,
  -- When somebody ended the tour of the console, so that it is offered at the first entry alone.
  toured_at timestamptz(3),
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index on account (promotion_code) where promotion_code is not null;
create index on account (registered_at) where registered_at is not null;
-- The back office lists all accounts. A Chinese name is too short for trigrams, so it is searched from its beginning.
create index on account (created_at desc, id desc);
create index on account (created_at desc, id desc) where state <> 'active';
create index on account (display_name text_pattern_ops);
-- Who was invited and never registered.
create index on account (created_at) where password_hash is null and agreed_at is null and state = 'active';

create table session (
  id uuid primary key default uuidv7(),
  sid_hash bytea not null unique,
  account_id uuid not null references account,
  generation integer not null default 0,
  -- A login and the sessions that took over from it are one family, named after the first of them (functions/session_family.sql).
  family_id uuid not null,
  -- The session from which this one takes over with its first use; null once it is used.
  takes_over uuid,
  -- The company whose provider has opened the session: it holds only as long as the person belongs to that company.
  opened_by uuid,
  -- The company's rules for logins did not apply when it was opened, because its holder was disabled or the company frozen: it is
  -- over once they do.
  unjudged boolean not null default false,
  -- The RFC 7638 thumbprint of the key that a client has proved at its login. Only a session of a device's own key gets its lines.
  device_key text,
  client_name text not null,
  client_version text not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  -- When the holder last showed the password: at the login, and whenever a weighty act asks for it again.
  proved_at timestamptz(3) not null default now(),
  -- 30 days after the login. Seven days without use end a session earlier.
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- reused: a sid that was replaced long ago and is used again is in the hands of two.
  end_reason text check (end_reason in
    ('signed_out', 'replaced', 'reused', 'password', 'phone', 'passkey', 'manager', 'operator', 'disabled', 'deleted')),
  check ((ended_at is null) = (end_reason is null))
);
create index on session (account_id, last_seen_at desc) where ended_at is null;
create index on session (expires_at);
-- A replaced session still answers for some seconds. Freezing a company ends these as well.
create index on session (ended_at) where end_reason = 'replaced';
create index on session (family_id);

create table verification_code (
  id uuid primary key default uuidv7(),
  -- login: a manager's way in while the company's sign-in provider is down takes a code.
  purpose text not null check (purpose in ('register', 'forgotpwd', 'changephone', 'login')),
  phone text not null,
  code_hash bytea not null,
  -- Whoever requested a code has tries of their own: wrong ones from elsewhere are counted apart, and do not use them up.
  requester bytea,
  attempts integer not null default 0,
  attempts_elsewhere integer not null default 0,
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
  -- They fade evenly, so what is left of them is no whole number.
  failures double precision not null,
  blocked_until timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
create index on login_throttle (updated_at);
-- An account's devices and sessions are counted apart; they are found by the beginning of the key.
create index on login_throttle (key text_pattern_ops);

-- A proof of work counts once.
create table spent_proof (
  challenge text primary key,
  expires_at timestamptz(3) not null
);
create index on spent_proof (expires_at);

-- What a person has agreed to, with the version of the words and the request in which it was said. A row is never changed
-- but for its withdrawal. cross_border: whoever a company has added passes no form of the portal's, and says yes to data that goes
-- abroad before they use a line.
create table consent (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  kind text not null check (kind in ('terms', 'identity', 'licence', 'cross_border')),
  version text not null,
  given_at timestamptz(3) not null default now(),
  -- Null for what was agreed to before requests were noted.
  request_id text,
  withdrawn_at timestamptz(3)
);
create unique index on consent (account_id, kind, version) where withdrawn_at is null;
