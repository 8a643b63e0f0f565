-- Returns the number after which the logs go on since the last restore. Their receivers already have entries under the numbers that
-- follow the restored ones, and would drop others under these numbers. It is a time in milliseconds, because no log gets more than one
-- entry in each. Companies number their own logs and may not read the restores, so this reads as the owner.
create or replace function restored_log_number() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(max(floor(extract(epoch from made_at) * 1000)), 0)::bigint from restoration
$$;
