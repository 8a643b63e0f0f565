-- Keeps place_count: the lines that are not released, and the addresses by their state.
create or replace function count_place_addresses() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into place_count (region_id, access_way_id, thing, things)
    select region_id, access_way_id, state, count(*) from after group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into place_count (region_id, access_way_id, thing, things)
    select region_id, access_way_id, state, -count(*) from before group by 1, 2, 3;
  else
    insert into place_count (region_id, access_way_id, thing, things)
    select region_id, access_way_id, state, sum(change) from (
      select region_id, access_way_id, state, 1 as change from after
      union all select region_id, access_way_id, state, -1 from before
    ) as changed group by 1, 2, 3 having sum(change) <> 0;
  end if;
  return null;
end $$;
create or replace trigger place_addresses_added after insert on ip_address referencing new table as after
  for each statement execute function count_place_addresses();
create or replace trigger place_addresses_removed after delete on ip_address referencing old table as before
  for each statement execute function count_place_addresses();
create or replace trigger place_addresses_changed after update on ip_address referencing old table as before new table as after
  for each statement execute function count_place_addresses();

create or replace function count_place_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into place_count (region_id, access_way_id, thing, things)
    select region_id, access_way_id, 'line', count(*) from added where state <> 'released' group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into place_count (region_id, access_way_id, thing, things)
    select region_id, access_way_id, 'line', -count(*) from removed where state <> 'released' group by 1, 2;
  else
    insert into place_count (region_id, access_way_id, thing, things)
    select region_id, access_way_id, 'line', change from (
      values (old.region_id, old.access_way_id, old.state, -1), (new.region_id, new.access_way_id, new.state, 1)
    ) as moved (region_id, access_way_id, state, change) where state <> 'released';
  end if;
  return null;
end $$;
create or replace trigger place_lines_added after insert on line
  referencing new table as added for each statement execute function count_place_lines();
create or replace trigger place_lines_removed after delete on line
  referencing old table as removed for each statement execute function count_place_lines();
create or replace trigger place_lines_changed after update on line for each row
  when ((old.region_id, old.access_way_id, old.state = 'released')
    is distinct from (new.region_id, new.access_way_id, new.state = 'released')) execute function count_place_lines();
