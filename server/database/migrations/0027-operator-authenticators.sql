-- The secret of an authenticator that is being bound. The server draws and keeps it, so that nobody binds one of their
-- own choice.
alter table operator add column totp_pending bytea;
alter table operator add column totp_pending_until timestamptz(3);

-- Each replaces the authenticator once. Only hashes are kept.
create table operator_recovery_code (
  operator_id uuid not null references operator,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (operator_id, code_hash)
);
