-- The operators of the back office, and passkeys, which are theirs or an account's. Rows of many modules name the operator who made
-- them, so this file comes early.

create table operator (
  id uuid primary key default uuidv7(),
  -- The login name. It is never used again for another person.
  name text not null unique check (name ~ '^[a-z][a-z0-9._-]{2,31}$'),
  display_name text not null,
  password_hash text not null,
  -- Somebody else chose the password, so the operator has to change it at the first login.
  password_given boolean not null default true,
  -- The auditor reads everything and changes nothing, so that the role stands alone.
  roles text[] not null,
  state text not null default 'active' check (state in ('active', 'disabled')),
  -- As of an account.
  generation integer not null default 0,
  -- Since when an operator holds what they hold now, but for the roles (operator_role): being made, let in again, or given a password
  -- or a first authenticator by somebody else begins it anew (functions/renew_authority.sql). Whoever could have arranged that
  -- after making a request must not confirm the request with it.
  authority_since timestamptz(3) not null default now(),
  -- AES-256-GCM. Without it the operator has no authenticator yet.
  totp_sealed bytea,
  -- The last time step that was used: a code counts once.
  totp_step bigint,
  -- The secret of an authenticator that is being bound. The server draws and keeps it, so that nobody binds one of their own choice.
  totp_pending bytea,
  totp_pending_until timestamptz(3),
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint operator_roles_check check (cardinality(roles) > 0
    and roles <@ array['owner', 'support', 'finance', 'content', 'network', 'auditor']),
  constraint auditor_alone check (not 'auditor' = any(roles) or cardinality(roles) = 1)
);

-- When each role was granted (functions/grant_roles.sql).
create table operator_role (
  operator_id uuid not null references operator,
  role text not null,
  granted_at timestamptz(3) not null,
  primary key (operator_id, role)
);

create table operator_session (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  operator_id uuid not null references operator,
  generation integer not null default 0,
  ip text not null,
  user_agent text not null,
  created_at timestamptz(3) not null default now(),
  -- 30 minutes without a call end a session, and twelve hours in any case.
  last_seen_at timestamptz(3) not null default now(),
  -- When the holder last showed the password and, with an authenticator, the code.
  proved_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index on operator_session (operator_id) where ended_at is null;
create index on operator_session (expires_at);

-- Each replaces the authenticator once. Only hashes are kept.
create table operator_recovery_code (
  operator_id uuid not null references operator,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (operator_id, code_hash)
);

-- What waits for an operator in person: one row for each thing, which goes when it was done or handed on.
create table operator_notice (
  operator_id uuid not null references operator,
  subject text not null,
  title text not null,
  text text not null,
  link text not null,
  -- The operator is only told of it, and puts it away.
  informs boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (operator_id, subject)
);
create index on operator_notice (operator_id, created_at desc);
create index on operator_notice (created_at);

-- How an operator looks at a list of the back office, under a name (docs/decisions/0055-console-examined.md).
create table office_view (
  id uuid primary key default uuidv7(),
  operator_id uuid not null references operator on delete cascade,
  list text not null,
  name text not null,
  -- The filters and the order, as the address has them.
  query text not null,
  columns jsonb not null default '{}',
  -- Whether the other operators see it, too.
  shared boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint one_office_view_a_name unique (operator_id, list, name)
);
create index on office_view (list) where shared;

-- The overview's figures of all days but the last two. They no longer change, so each day is counted once.
create table day_figure (
  -- A day in China.
  day date primary key,
  registrations integer not null,
  companies integer not null,
  revenue bigint not null
);

-- Passkeys (WebAuthn) ------------------------------------------------------------------------------------------------------
-- Authenticators keep the random handle, from which nobody learns whose it is.
create table passkey_holder (
  user_handle bytea primary key check (octet_length(user_handle) = 32),
  account_id uuid unique references account,
  operator_id uuid unique references operator,
  check (num_nonnulls(account_id, operator_id) = 1)
);

create table passkey (
  id uuid primary key default uuidv7(),
  user_handle bytea not null references passkey_holder,
  -- As browsers write it: base64url.
  credential_id text not null unique,
  -- A COSE key (RFC 9052).
  public_key bytea not null,
  -- The signatures that the authenticator has counted; it stays 0 where it counts none.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index on passkey (user_handle);

-- Each is removed by its first use, whether that succeeds or not.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('login', 'register', 'proof')),
  -- Who may use it: for a login 'account' or 'operator', else the login that has requested it.
  subject text not null,
  expires_at timestamptz(3) not null
);
create index on passkey_challenge (expires_at);
