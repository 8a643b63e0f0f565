-- works with 0399
-- A counter as in 0008-counters.sql, over all companies: what lies at each place, for the back office's regions and access ways.
create table place_count (
  id uuid primary key default uuidv7(),
  folded boolean not null default false,
  region_id uuid not null,
  access_way_id uuid not null,
  -- `line` for a line that is not released; otherwise the state of an address.
  thing text not null,
  things integer not null
);
create unique index on place_count (region_id, access_way_id, thing) where folded;

-- An older replica goes on writing: what it changes from here on is counted by the triggers, which functions/count_places.sql
-- replaces by themselves.
lock table ip_address, line in share row exclusive mode;
insert into place_count (region_id, access_way_id, thing, things, folded)
select region_id, access_way_id, state, count(*), true from ip_address group by 1, 2, 3
union all
select region_id, access_way_id, 'line', count(*), true from line where state <> 'released' group by 1, 2;

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
