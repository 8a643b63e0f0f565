-- Of an account's verification, companies see only whether it has passed one that it still claims.
create or replace function account_verified(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from identity_verification
    where account_id = account and state = 'approved' and claim_ended_at is null)
$$;
