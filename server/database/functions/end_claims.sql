-- A person who leaves a company gives up the verification by which it was registered, whatever removes them
-- (migrations/0009-verifications.sql). Verifications are not rows of a company.
create or replace function end_claims() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update identity_verification set claim_ended_at = now()
    from gone join company on company.id = gone.company_id
    where identity_verification.account_id = gone.account_id and identity_verification.credit_code = company.credit_code
      and kind = 'company' and identity_verification.state = 'approved' and claim_ended_at is null;
  return null;
end $$;
create or replace trigger end_claims after delete on employee referencing old table as gone
  for each statement execute function end_claims();
