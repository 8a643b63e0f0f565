-- Maintains address_stock.free, once per statement: an import that updated it for each of 20,000 addresses would take minutes.

-- Rows are locked in the same order as by orders.
create or replace function add_free_addresses(regions uuid[], ways uuid[], changes integer[]) returns void language plpgsql as $$
begin
  insert into address_stock (region_id, access_way_id)
    select distinct region, way from unnest(regions, ways) as place (region, way) order by region, way
    on conflict do nothing;
  perform from address_stock
    where (region_id, access_way_id) in (select region, way from unnest(regions, ways) as place (region, way))
    order by region_id, access_way_id for no key update;
  update address_stock set free = free + change
    from unnest(regions, ways, changes) as counted (region, way, change)
    where region_id = region and access_way_id = way;
end $$;

create or replace function count_free_addresses() returns trigger language plpgsql as $$
declare regions uuid[]; ways uuid[]; changes integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(region_id), array_agg(access_way_id), array_agg(change) into regions, ways, changes from (
      select region_id, access_way_id, count(*)::integer as change from after where state = 'free' group by 1, 2) as counted;
  elsif tg_op = 'DELETE' then
    select array_agg(region_id), array_agg(access_way_id), array_agg(change) into regions, ways, changes from (
      select region_id, access_way_id, -count(*)::integer as change from before where state = 'free' group by 1, 2) as counted;
  else
    select array_agg(region_id), array_agg(access_way_id), array_agg(change) into regions, ways, changes from (
      select region_id, access_way_id, sum(change)::integer as change from (
        select region_id, access_way_id, 1 as change from after where state = 'free'
        union all select region_id, access_way_id, -1 from before where state = 'free'
      ) as moved group by 1, 2 having sum(change) <> 0) as counted;
  end if;
  if regions is not null then perform add_free_addresses(regions, ways, changes); end if;
  return null;
end $$;
create or replace trigger addresses_added after insert on ip_address referencing new table as after
  for each statement execute function count_free_addresses();
create or replace trigger addresses_removed after delete on ip_address referencing old table as before
  for each statement execute function count_free_addresses();
create or replace trigger addresses_changed after update on ip_address referencing old table as before new table as after
  for each statement execute function count_free_addresses();
