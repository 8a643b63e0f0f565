-- Reports whether a company has had a trial, running or over, itself or before it was closed and registered anew. The closed one is
-- another company, which row-level security hides, so this reads as the owner; a connection of a company learns of its own alone.
create or replace function had_trial(of_company uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from company join trial on trial.ends_at is not null and (trial.company_id = company.id or trial.company_id in (
      select closed.id from company closed where closed.credit_code = company.credit_code and closed.closed_at is not null))
    where company.id = of_company
      and company.id = coalesce(nullif(current_setting('portal.company', true), '')::uuid, of_company))
$$;
