-- Returns the newest entries of one action in a company's activity, newest first.
--
-- As in find_activity: behind row-level security no index on a function is usable, so this reads as the owner, always of the one
-- company that the connection is set to. Entries of another action with the same hash, a chance of one in 2^64, are filtered from
-- the few results: with both conditions the planner would underestimate the matches, and would sort what the index already has in
-- order.
create or replace function newest_of_action(
  wanted_action text, most integer, since timestamptz default null, before timestamptz default null)
returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from (
    select company_id, action, id from activity
    where hashtextextended(action, uuid_hash_extended(company_id, 0))
        = hashtextextended(wanted_action, uuid_hash_extended(nullif(current_setting('portal.company', true), '')::uuid, 0))
      and (since is null or at >= since) and (before is null or at < before)
    order by id desc limit most) as newest
  where company_id = nullif(current_setting('portal.company', true), '')::uuid and action = wanted_action
  order by id desc
$$;
