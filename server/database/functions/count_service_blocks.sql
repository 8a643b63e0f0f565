-- Maintains service_block_count. The milliseconds of each row are computed once: hour_of is evaluated again for each use.
create or replace function count_service_blocks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into service_block_count (company_id, block, slot, state, employees, days)
    select company_id, at / 2764800000, at / 3600000 % 24 + case when at % 3600000 = 3599999 then 24 else 0 end, state,
      count(*), sum(at / 86400000)
    from (
      select company_id, state, floor(extract(epoch from service_ends_at) * 1000)::bigint as at from added
      where service_ends_at is not null offset 0
    ) as ending group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into service_block_count (company_id, block, slot, state, employees, days)
    select company_id, at / 2764800000, at / 3600000 % 24 + case when at % 3600000 = 3599999 then 24 else 0 end, state,
      -count(*), -sum(at / 86400000)
    from (
      select company_id, state, floor(extract(epoch from service_ends_at) * 1000)::bigint as at from removed
      where service_ends_at is not null offset 0
    ) as ending group by 1, 2, 3, 4;
  else
    insert into service_block_count (company_id, block, slot, state, employees, days)
    select company_id, at / 2764800000, at / 3600000 % 24 + case when at % 3600000 = 3599999 then 24 else 0 end, state,
      sum(change), sum(change * (at / 86400000))
    from (
      select company_id, state, floor(extract(epoch from service_ends_at) * 1000)::bigint as at, 1 as change from added
      where service_ends_at is not null
      union all select company_id, state, floor(extract(epoch from service_ends_at) * 1000)::bigint, -1 from removed
      where service_ends_at is not null
    ) as changed group by 1, 2, 3, 4 having sum(change) <> 0 or sum(change * (at / 86400000)) <> 0;
  end if;
  return null;
end $$;
create or replace trigger count_blocks_added after insert on employee
  referencing new table as added for each statement execute function count_service_blocks();
create or replace trigger count_blocks_removed after delete on employee
  referencing old table as removed for each statement execute function count_service_blocks();
create or replace trigger count_blocks_changed after update on employee
  referencing old table as removed new table as added for each statement execute function count_service_blocks();
