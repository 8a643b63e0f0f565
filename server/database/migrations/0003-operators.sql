-- The operators of the back office. Rows of many modules name the operator who made them, so this file comes early.

create table operator (
  id uuid primary key default uuidv7(),
  -- The login name. It is never used again for another person.
  name text not null unique check (name ~ '^[a-z][a-z0-9._-]{2,31}$'),
  display_name text not null,
  password_hash text not null,
  -- Somebody else chose the password, so the operator has to change it at the first login.
  password_given boolean not null default true,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['owner', 'support', 'finance', 'content', 'network']),
  state text not null default 'active' check (state in ('active', 'disabled')),
  -- AES-256-GCM. Without it the operator has no authenticator yet.
  totp_sealed bytea,
  -- The last time step that was used: a code counts once.
  totp_step bigint,
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create table operator_session (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  operator_id uuid not null references operator,
  ip text not null,
  user_agent text not null,
  created_at timestamptz(3) not null default now(),
  -- 30 minutes without a call end a session, and twelve hours in any case.
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index on operator_session (operator_id) where ended_at is null;
create index on operator_session (expires_at);

-- The overview's figures of all days but the last two. They no longer change, so each day is counted once.
create table day_figure (
  -- A day in China.
  day date primary key,
  registrations integer not null,
  companies integer not null,
  revenue bigint not null
);
