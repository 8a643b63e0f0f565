import sql from 'sql-template-tag'
import { z } from 'zod'
import { address } from '#contract/records/address.ts'
import type { Database } from '#server/database/database.ts'
import { requireRow } from '#server/database/insist.ts'
import { queueStatement } from '#server/database/transaction.ts'
import { values } from '#server/database/values.ts'

/** Addresses of a place are interchangeable: there is one stock for each region and access way. */
export const place = address.schema.pick({ region_id: true, access_way_id: true })
export type Place = z.output<typeof place>

/** Zero rows change when fewer than `count` are left: this is the guard of every race for the last address. */
const reservation = ({ region_id, access_way_id, count }: Place & { count: number }) => sql`
  update address_stock set reserved = reserved + ${count}::integer
  where region_id = ${region_id} and access_way_id = ${access_way_id} and free - reserved >= ${count}::integer`

export const reserve = (system: Database, demand: Place & { count: number }) => system.change`${reservation(demand)}`

/** Sent with the next statement or the commit, which fails with `what` when fewer are left. */
export const reserveAhead = (system: Database, demand: Place & { count: number }, what: string) =>
  queueStatement(
    system,
    sql`with reserved as (${reservation(demand)} returning region_id) ${requireRow(sql`reserved`, what, sql`region_id`)}`,
  )

export const unreserve = (system: Database, { region_id, access_way_id, count }: Place & { count: number }) =>
  system.change`
    update address_stock set reserved = reserved - ${count}::integer
    where region_id = ${region_id} and access_way_id = ${access_way_id} and reserved >= ${count}::integer`

export const lockPlace = (system: Database, { region_id, access_way_id }: Place) =>
  system.change`
    select from address_stock where region_id = ${region_id} and access_way_id = ${access_way_id} for no key update`

const freePlace = place.extend({ left: z.int() })

export const freeAt = (database: Database, places: Place[]) =>
  database.rows(freePlace)`
    select region_id, access_way_id, free - reserved as left
    from ${values(places, { region_id: 'uuid', access_way_id: 'uuid' })}
    join address_stock using (region_id, access_way_id)`
