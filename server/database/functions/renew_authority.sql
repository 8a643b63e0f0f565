-- Any statement by which another person may act as an operator renews the operator's authority. It counts from the statement, not
-- from the beginning of its transaction: a request may have been made in between.
create or replace function renew_authority() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.authority_since := clock_timestamp();
  return new;
end $$;

create or replace trigger begin_authority before insert on operator for each row execute function renew_authority();

create or replace trigger renew_authority before update on operator for each row
  when ((new.password_given and old.password_hash <> new.password_hash) or old.state <> new.state
    or (old.totp_sealed is not null and new.totp_sealed is null))
  execute function renew_authority();
