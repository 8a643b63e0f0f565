import sql from 'sql-template-tag'
import type { z } from 'zod'
import { networkPlaces } from '#contract/operations/network-places.ts'
import { accessWay } from '#contract/records/place.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { assigned } from '#server/database/assigned.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { figureColumns, figures } from './places.sql.ts'

const wayColumns = { access_way_id: 'id' }

/** An access way's editable fields, and whether it is archived. */
const writtenWay = accessWay.schema.pick({ code: true, name: true, about: true, sort: true, archived: true })
type WayProfile = Omit<z.output<typeof writtenWay>, 'archived'>

const ownWay = writtenWay.extend(accessWay.schema.pick({ access_way_id: true }).shape)

export const wayList = (database: Database, { limit, offset }: Page) =>
  database.rows(accessWay.schema)`
    select ${selectList(ownWay, wayColumns, 'place')}, ${figureColumns}
    from access_way as place ${figures(sql`access_way_id`)}
    order by archived, sort, code limit ${limit} offset ${offset}`

export const countWays = (database: Database) => countRows(database, sql`access_way`)

export const lockWay = (database: Database, id: string) =>
  database.row(writtenWay)`select ${selectList(writtenWay)} from access_way where id = ${id} for no key update`

const insertedWay = accessWay.schema.pick({ access_way_id: true })

/** Returns undefined when the code is taken. */
export const insertWay = (database: Database, { code, name, about, sort }: WayProfile) =>
  database.row(insertedWay)`
    insert into access_way (code, name, about, sort) values (${code}, ${name}, ${about}, ${sort})
    on conflict (code) do nothing returning id as access_way_id`

/** An undefined value leaves a column as it is. */
export const updateWay = (database: Database, id: string, { name, about, sort }: Changes<WayProfile>) =>
  database.change`update access_way set ${assigned({ name, about, sort })} where id = ${id}`

export const archiveWay = (database: Database, id: string, archived: boolean) =>
  database.change`update access_way set archived = ${archived} where id = ${id}`

const { access_ways } = networkPlaces.getNetworkPlaces.output.shape

export const wayNames = (database: Database) =>
  database.rows(
    access_ways.element,
  )`select ${selectList(access_ways.element, wayColumns)} from access_way order by archived, sort, code`
