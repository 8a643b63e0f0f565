import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

/** Ids by code of everything that an address can be of. */
export async function placeIds(database: Database) {
  const [regions, ways] = await Promise.all([
    database.rows<{ code: string; id: string }>(sql`select code, id from region`),
    database.rows<{ code: string; id: string }>(sql`select code, id from access_way where not archived`),
  ])
  return {
    regions: new Map(regions.map(({ code, id }) => [code, id])),
    ways: new Map(ways.map(({ code, id }) => [code, id])),
  }
}

export interface NewAddress {
  regionId: string
  accessWayId: string
  address: string
  gateway: string
}

/** Answers the places in `given` of those that were there already. Two stocks' rows are always locked in one order. */
export async function insertAddresses(database: Database, given: NewAddress[]): Promise<number[]> {
  const rows = await database.rows<{ place: number }>(sql`
    with given as (
      select region_id, access_way_id, address, gateway, place::integer
      from unnest(${given.map(each => each.regionId)}::uuid[], ${given.map(each => each.accessWayId)}::uuid[],
        ${given.map(each => each.address)}::inet[], ${given.map(each => each.gateway)}::text[])
        with ordinality as given (region_id, access_way_id, address, gateway, place)
    ), added as (
      insert into ip_address (region_id, access_way_id, address, gateway)
      select region_id, access_way_id, address, gateway from given order by region_id, access_way_id, address
      on conflict (address) do nothing
      returning address
    )
    select place from given where address not in (select address from added) order by place`)
  return rows.map(({ place }) => place - 1)
}

/** Which of these are there already. */
export const knownAddresses = async (database: Database, addresses: string[]): Promise<Set<string>> =>
  new Set(
    (
      await database.rows<{ address: string }>(sql`
        select host(address) as address from ip_address where address = any(${addresses}::inet[])`)
    ).map(({ address }) => address),
  )

export interface Stock {
  region: string
  place: string
  access_way: string
  way: string
  free: number
  reserved: number
  held: number
  bound: number
  cooling: number
}

export const listStock = (database: Database) =>
  database.rows<Stock>(sql`
    select region.code as region, country || ' ' || city as place, access_way.code as access_way, access_way.name as way,
      free, reserved, counted.held, counted.bound, counted.cooling
    from address_stock
    join region on region.id = address_stock.region_id
    join access_way on access_way.id = address_stock.access_way_id
    join (
      select region_id, access_way_id, count(*) filter (where state = 'held')::integer as held,
        count(*) filter (where state = 'bound')::integer as bound,
        count(*) filter (where state = 'cooling')::integer as cooling
      from ip_address group by region_id, access_way_id
    ) as counted using (region_id, access_way_id)
    order by region.sort, region.code, access_way.sort`)
