-- Counts the coupons of a type that a company has had, itself or before it was closed and registered anew: whatever a type allows each
-- company follows the credit code. The closed one is another company, which row-level security hides, so this reads as the owner; a
-- connection of a company learns of its own alone.
create or replace function coupons_had(of_company uuid, of_type uuid) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from coupon
  where coupon_type_id = of_type and company_id = any (array(
      select of_company
      union all
      select closed.id from company own
      join company closed on closed.credit_code = own.credit_code and closed.closed_at is not null
      where own.id = of_company and closed.id <> own.id))
    and of_company = coalesce(nullif(current_setting('portal.company', true), '')::uuid, of_company)
$$;
