-- Reports whether a company has had a trial, running or over, itself or before it was closed and registered anew. Row-level
-- security hides the closed one, so this reads as the owner; a company's connection learns only of its own trials.
create or replace function had_trial(of_company uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from trial
    where ends_at is not null and company_id = any (array(
      select of_company
      union all
      select closed.id from company own
      join company closed on closed.credit_code = own.credit_code and closed.closed_at is not null
      where own.id = of_company)))
    and of_company = coalesce(nullif(current_setting('portal.company', true), '')::uuid, of_company)
$$;
