import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { Place } from './stock.ts'

/** Zero when fewer than `count` are left: the guard of every race for the last address. */
export const reserve = (system: Database, { regionId, accessWayId, count }: Place & { count: number }) =>
  system.change(sql`
    update address_stock set reserved = reserved + ${count}::integer
    where region_id = ${regionId} and access_way_id = ${accessWayId} and free - reserved >= ${count}::integer`)

export const unreserve = (system: Database, { regionId, accessWayId, count }: Place & { count: number }) =>
  system.change(sql`
    update address_stock set reserved = reserved - ${count}::integer
    where region_id = ${regionId} and access_way_id = ${accessWayId} and reserved >= ${count}::integer`)

export const lockPlace = (system: Database, { regionId, accessWayId }: Place) =>
  system.change(sql`
    select from address_stock where region_id = ${regionId} and access_way_id = ${accessWayId} for no key update`)

export const freeAt = (database: Database, places: Place[]) =>
  database.rows<{ region_id: string; access_way_id: string; left: number }>(sql`
    select region_id, access_way_id, free - reserved as left
    from unnest(${places.map(({ regionId }) => regionId)}::uuid[], ${places.map(({ accessWayId }) => accessWayId)}::uuid[])
      as place (region_id, access_way_id)
    join address_stock using (region_id, access_way_id)`)
