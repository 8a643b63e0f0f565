import type { Database } from '#server/database/database.ts'

/** Addresses per access way of a region, unless a lower number is given below. */
const usual = { 'datacenter-native': 24, 'residential-native': 14, 'private-line': 8 }
const scarce = [
  { region: 'mx-mexico-city', way: 'datacenter-native', count: 2 },
  { region: 'th-bangkok', way: 'residential-native', count: 3 },
  // This region is sold out; the buy page shows it as such.
  { region: 'br-sao-paulo', way: 'datacenter-native', count: 0 },
]

/**
 * Creates addresses for every region and access way on sale, from networks that belong to nobody: RFC 2544's for IPv4, and RFC
 * 3849's for IPv6, which only Frankfurt has as well.
 */
export async function insertStock(database: Database): Promise<void> {
  await database.change`
    with sold as (
      select region.id as region_id, region.code as region, access_way.id as access_way_id, access_way.code as way,
        dense_rank() over (order by region.sort, access_way.sort) as place
      from (select distinct region_id, access_way_id from sku where region_id is not null) as each
      join region on region.id = each.region_id join access_way on access_way.id = each.access_way_id
    )
    insert into ip_address (region_id, access_way_id, address, gateway, state, created_at)
    select region_id, access_way_id, '198.18.0.0'::inet + (place * 256 + 9 + number), region || '.gw.example',
      -- One address in twelve is kept back for replacements.
      case when number % 12 = 0 then 'held' else 'free' end, now() - interval '240 days'
    from sold
    cross join lateral (select coalesce(
      (select count from jsonb_to_recordset(${JSON.stringify(scarce)}::jsonb) as few (region text, way text, count integer)
        where few.region = sold.region and few.way = sold.way),
      (${JSON.stringify(usual)}::jsonb ->> way)::integer) as count) as stocked
    cross join lateral generate_series(1, stocked.count) as number`
  await database.change`
    insert into ip_address (region_id, access_way_id, address, gateway, created_at)
    select region.id, access_way.id, '2001:db8:49::10'::inet + number, region.code || '.gw.example', now() - interval '60 days'
    from region, access_way, generate_series(1, 8) as number
    where region.code = 'de-frankfurt' and access_way.code = 'datacenter-native'`
}
