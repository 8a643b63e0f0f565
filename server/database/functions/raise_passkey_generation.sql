-- Removing a passkey ends all sessions of its holder: it may have opened some, and may be about to open another. An operator's new
-- passkey is a new authenticator and ends them, too (raise_generation.sql). A customer's new passkey keeps the proofs of earlier
-- logins.
create or replace function raise_passkey_generation() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  handle bytea := case when tg_op = 'DELETE' then old.user_handle else new.user_handle end;
begin
  if tg_op = 'DELETE' then
    update account set generation = generation + 1 from passkey_holder holder
    where holder.user_handle = handle and account.id = holder.account_id;
  end if;
  update operator set generation = generation + 1, totp_pending = null, totp_pending_until = null from passkey_holder holder
  where holder.user_handle = handle and operator.id = holder.operator_id;
  return null;
end $$;

create or replace trigger raise_passkey_generation after insert or delete on passkey for each row
  execute function raise_passkey_generation();
