import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { regionName } from './catalogue.sql.ts'

const place = z.object({ code: z.string(), id })

/** Returns the ids, by code, of all regions and access ways that an address can have. */
export async function placeIds(database: Database) {
  const [regions, ways] = await Promise.all([
    database.rows(place)`select code, id from region`,
    database.rows(place)`select code, id from access_way where not archived`,
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

const insertedPlace = z.object({ place: z.int() })

/** Returns the indexes in `addresses` of addresses that exist already. Rows of two stocks are always locked in one order. */
export async function insertAddresses(database: Database, addresses: NewAddress[]): Promise<number[]> {
  const rows = await database.rows(insertedPlace)`
    with input as (
      select region_id, access_way_id, address, gateway, place::integer
      from unnest(${addresses.map(each => each.regionId)}::uuid[], ${addresses.map(each => each.accessWayId)}::uuid[],
        ${addresses.map(each => each.address)}::inet[], ${addresses.map(each => each.gateway)}::text[])
        with ordinality as input (region_id, access_way_id, address, gateway, place)
    ), added as (
      insert into ip_address (region_id, access_way_id, address, gateway)
      select region_id, access_way_id, address, gateway from input order by region_id, access_way_id, address
      on conflict (address) do nothing
      returning address
    )
    select place from input where address not in (select address from added) order by place`
  return rows.map(({ place }) => place - 1)
}

const knownAddress = z.object({ address: z.string() })

/** Returns which of these addresses exist already. */
export const knownAddresses = async (database: Database, addresses: string[]): Promise<Set<string>> =>
  new Set(
    (
      await database.rows(
        knownAddress,
      )`select host(address) as address from ip_address where address = any(${addresses}::inet[])`
    ).map(({ address }) => address),
  )

const stock = z.object({
  region: z.string(),
  place: z.string(),
  access_way: z.string(),
  way: z.string(),
  free: z.int(),
  reserved: z.int(),
  held: z.int(),
  bound: z.int(),
  cooling: z.int(),
})

export const listStock = (database: Database) =>
  database.rows(stock)`
    select region.code as region, ${regionName} as place, access_way.code as access_way, access_way.name as way,
      free, reserved, counted.held, counted.bound, counted.cooling
    from address_stock
    join region on region.id = address_stock.region_id
    join access_way on access_way.id = address_stock.access_way_id
    join (
      select region_id, access_way_id, count(*) filter (where state = 'held') as held,
        count(*) filter (where state = 'bound') as bound, count(*) filter (where state = 'cooling') as cooling
      from ip_address group by region_id, access_way_id
    ) as counted using (region_id, access_way_id)
    order by region.sort, region.code, access_way.sort`
