-- Any statement that changes a password, a phone, an authenticator, roles or a state ends all earlier sessions, including those
-- that a login or a refresh in progress is about to write.
create or replace function raise_generation() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.generation := old.generation + 1;
  -- An ended session must leave no pending authenticator that a later one could bind. Key rotation only rewrites the authenticator,
  -- and keeps a binding in progress.
  if tg_table_name = 'operator' then
    if old.totp_sealed is not distinct from new.totp_sealed then
      new.totp_pending := null;
      new.totp_pending_until := null;
    end if;
  end if;
  return new;
end $$;

create or replace trigger raise_account_generation before update on account for each row
  when (old.password_hash is distinct from new.password_hash or old.phone <> new.phone or old.state <> new.state)
  execute function raise_generation();

create or replace trigger raise_operator_generation before update on operator for each row
  when (old.password_hash <> new.password_hash or old.totp_sealed is distinct from new.totp_sealed
    or old.roles <> new.roles or old.state <> new.state)
  execute function raise_generation();
