import sql, { join, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { OperationParsed } from '#contract/operations/index.ts'
import { lowStock } from '#contract/operations/network-names.ts'
import { networkPlaces } from '#contract/operations/network-places.ts'
import { region } from '#contract/records/place.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { assigned } from '#server/database/assigned.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'

/** The column named by `of` identifies the place; its counters (0013-network.sql), stock and skus all have it. */
export const figures = (of: Sql) => sql`
  left join (
    select ${of}, sum(things) filter (where thing = 'line') as lines, sum(things) filter (where thing = 'free') as free,
      sum(things) filter (where thing = 'held') as held, sum(things) filter (where thing = 'bound') as bound,
      sum(things) filter (where thing = 'cooling') as cooling, sum(things) filter (where thing = 'retired') as retired
    from place_count group by ${of}
  ) as counted on counted.${of} = place.id
  left join (
    select ${of}, sum(reserved) as reserved from address_stock group by ${of}
  ) as promised on promised.${of} = place.id
  left join (
    select ${of}, count(*) as skus from sku join goods on goods.id = goods_id and goods.published
    where sku.published group by ${of}
  ) as sold on sold.${of} = place.id`

export const figureColumns = sql`coalesce(lines, 0) as lines, coalesce(free, 0) as free, coalesce(reserved, 0) as reserved,
  coalesce(held, 0) as held, coalesce(bound, 0) as bound, coalesce(cooling, 0) as cooling,
  coalesce(retired, 0) as retired, coalesce(skus, 0) as skus`

/** A place is low when it is on sale with an access way of which hardly any addresses are left. */
const isLow = sql`place.published and exists (
  select from sku
  join goods on goods.id = sku.goods_id and goods.published
  join access_way on access_way.id = sku.access_way_id and not access_way.archived
  left join address_stock as stock on stock.region_id = sku.region_id and stock.access_way_id = sku.access_way_id
  where sku.region_id = place.id and sku.published
    and coalesce(stock.free - stock.reserved, 0) < ${lowStock}::integer)`

type RegionFilter = Omit<OperationParsed<'getNetworkRegions'>, 'page' | 'page_size'>

function matching({ keyword, published, low }: RegionFilter): Sql {
  const conditions = [sql`true`]
  if (published !== undefined) conditions.push(sql`place.published = ${published}`)
  if (low !== undefined) conditions.push(sql`(${isLow}) = ${low}`)
  if (keyword) {
    const pattern = containing(keyword)
    conditions.push(
      sql`(code like ${pattern} or country || ' ' || city like ${pattern} or city_latin ilike ${pattern})`,
    )
  }
  return join(conditions, ' and ')
}

const regionColumns = { region_id: 'id', latitude: 'latitude::float8', longitude: 'longitude::float8' }
/** A region's editable fields, and whether it is published. */
const writtenRegion = region.schema.pick({
  code: true,
  country: true,
  city: true,
  city_latin: true,
  continent: true,
  latitude: true,
  longitude: true,
  sort: true,
  published: true,
})
type RegionProfile = Omit<z.output<typeof writtenRegion>, 'published'>
const ownRegion = writtenRegion.extend(region.schema.pick({ region_id: true }).shape)

export const regionList = (database: Database, filter: RegionFilter, { limit, offset }: Page) =>
  database.rows(region.schema)`
    select ${selectList(ownRegion, regionColumns, 'place')}, ${isLow} as low, ${figureColumns}
    from region as place ${figures(sql`region_id`)}
    where ${matching(filter)} order by sort, code limit ${limit} offset ${offset}`

export const countRegions = (database: Database, filter: RegionFilter) =>
  countRows(database, sql`region as place where ${matching(filter)}`)

/** Locks the region, and returns it as it was before a change. */
export const lockRegion = (database: Database, id: string) =>
  database.row(
    writtenRegion,
  )`select ${selectList(writtenRegion, regionColumns)} from region where id = ${id} for no key update`

const insertedRegion = region.schema.pick({ region_id: true })

/** Returns undefined when the code is taken. The region is unpublished: nothing is stocked or sold there yet. */
export const insertRegion = (database: Database, profile: RegionProfile) =>
  database.row(insertedRegion)`
    insert into region (code, country, city, city_latin, continent, latitude, longitude, sort, published)
    values (${profile.code}, ${profile.country}, ${profile.city}, ${profile.city_latin}, ${profile.continent},
      ${profile.latitude}, ${profile.longitude}, ${profile.sort}, false)
    on conflict (code) do nothing returning id as region_id`

/** An undefined value leaves a column as it is. */
export const updateRegion = (
  database: Database,
  id: string,
  { country, city, city_latin, continent, latitude, longitude, sort }: Changes<RegionProfile>,
) =>
  database.change`
    update region set ${assigned({ country, city, city_latin, continent, latitude, longitude, sort })}
    where id = ${id}`

export const publishRegion = (database: Database, id: string, published: boolean) =>
  database.change`update region set published = ${published} where id = ${id}`

const { regions } = networkPlaces.getNetworkPlaces.output.shape

export const regionNames = (database: Database) =>
  database.rows(regions.element)`select ${selectList(regions.element, regionColumns)} from region order by sort, code`
