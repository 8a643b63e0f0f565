-- Passkeys (WebAuthn) of accounts and operators, beside their passwords.

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

alter table session drop constraint session_end_reason_check;
alter table session add check (end_reason in
  ('signed_out', 'replaced', 'reused', 'password', 'phone', 'passkey', 'manager', 'operator', 'disabled', 'deleted'));
