import sql, { join, type Sql } from 'sql-template-tag'
import { lowStock } from '#contract/operations/network-names.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'

interface Page {
  limit: number
  offset: number
}

interface Figures {
  lines: number
  free: number
  reserved: number
  held: number
  bound: number
  cooling: number
  retired: number
  skus: number
}

/** What lies at each of the places that `of` names: a column of lines, addresses, stock and skus alike. */
const figures = (of: Sql) => sql`
  left join (
    select ${of}, count(*)::integer as lines from line where state <> 'released' group by ${of}
  ) as bought on bought.${of} = place.id
  left join (
    select ${of}, count(*) filter (where state = 'free')::integer as free,
      count(*) filter (where state = 'held')::integer as held, count(*) filter (where state = 'bound')::integer as bound,
      count(*) filter (where state = 'cooling')::integer as cooling,
      count(*) filter (where state = 'retired')::integer as retired
    from ip_address group by ${of}
  ) as stocked on stocked.${of} = place.id
  left join (
    select ${of}, sum(reserved)::integer as reserved from address_stock group by ${of}
  ) as promised on promised.${of} = place.id
  left join (
    select ${of}, count(*)::integer as skus from sku join goods on goods.id = goods_id and goods.published
    where sku.published group by ${of}
  ) as sold on sold.${of} = place.id`

const figureColumns = sql`coalesce(lines, 0) as lines, coalesce(free, 0) as free, coalesce(reserved, 0) as reserved,
  coalesce(held, 0) as held, coalesce(bound, 0) as bound, coalesce(cooling, 0) as cooling,
  coalesce(retired, 0) as retired, coalesce(skus, 0) as skus`

/** On sale in some way of which hardly anything is left. */
const isLow = sql`place.published and exists (
  select from sku
  join goods on goods.id = sku.goods_id and goods.published
  join access_way on access_way.id = sku.access_way_id and not access_way.archived
  left join address_stock as stock on stock.region_id = sku.region_id and stock.access_way_id = sku.access_way_id
  where sku.region_id = place.id and sku.published
    and coalesce(stock.free - stock.reserved, 0) < ${lowStock}::integer)`

export interface RegionFilter {
  keyword?: string | undefined
  published?: boolean | undefined
  low?: boolean | undefined
}

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

export interface RegionProfile {
  code: string
  country: string
  city: string
  city_latin: string
  continent: string
  latitude: number
  longitude: number
  sort: number
}

export interface RegionRow extends RegionProfile, Figures {
  region_id: string
  published: boolean
  low: boolean
}

export const regionList = (database: Database, filter: RegionFilter, { limit, offset }: Page) =>
  database.rows<RegionRow>(sql`
    select place.id as region_id, code, country, city, city_latin, continent, latitude::float8, longitude::float8, sort,
      published, ${isLow} as low, ${figureColumns}
    from region as place ${figures(sql`region_id`)}
    where ${matching(filter)} order by sort, code limit ${limit} offset ${offset}`)

export const countRegions = async (database: Database, filter: RegionFilter): Promise<number> =>
  (
    await database.row<{ total: number }>(sql`
      select count(*)::integer as total from region as place where ${matching(filter)}`)
  )?.total ?? 0

/** Locked, as it was before a change. */
export const lockRegion = (database: Database, id: string) =>
  database.row<RegionProfile & { published: boolean }>(sql`
    select code, country, city, city_latin, continent, latitude::float8, longitude::float8, sort, published
    from region where id = ${id} for no key update`)

/** Undefined: the code is taken. Not published yet: nothing is stocked or sold there. */
export const insertRegion = (database: Database, given: RegionProfile) =>
  database.row<{ id: string }>(sql`
    insert into region (code, country, city, city_latin, continent, latitude, longitude, sort, published)
    values (${given.code}, ${given.country}, ${given.city}, ${given.city_latin}, ${given.continent}, ${given.latitude},
      ${given.longitude}, ${given.sort}, false)
    on conflict (code) do nothing returning id`)

export const updateRegion = (database: Database, id: string, given: Omit<RegionProfile, 'code'>) =>
  database.change(sql`
    update region set country = ${given.country}, city = ${given.city}, city_latin = ${given.city_latin},
      continent = ${given.continent}, latitude = ${given.latitude}, longitude = ${given.longitude}, sort = ${given.sort}
    where id = ${id}`)

export const publishRegion = (database: Database, id: string, published: boolean) =>
  database.change(sql`update region set published = ${published} where id = ${id}`)

export interface WayProfile {
  code: string
  name: string
  about: string
  sort: number
}

export const wayList = (database: Database, { limit, offset }: Page) =>
  database.rows<WayProfile & Figures & { access_way_id: string; archived: boolean }>(sql`
    select place.id as access_way_id, code, name, about, sort, archived, ${figureColumns}
    from access_way as place ${figures(sql`access_way_id`)}
    order by archived, sort, code limit ${limit} offset ${offset}`)

export const countWays = async (database: Database): Promise<number> =>
  (await database.row<{ total: number }>(sql`select count(*)::integer as total from access_way`))?.total ?? 0

export const lockWay = (database: Database, id: string) =>
  database.row<WayProfile & { archived: boolean }>(sql`
    select code, name, about, sort, archived from access_way where id = ${id} for no key update`)

/** Undefined: the code is taken. */
export const insertWay = (database: Database, { code, name, about, sort }: WayProfile) =>
  database.row<{ id: string }>(sql`
    insert into access_way (code, name, about, sort) values (${code}, ${name}, ${about}, ${sort})
    on conflict (code) do nothing returning id`)

export const updateWay = (database: Database, id: string, { name, about, sort }: Omit<WayProfile, 'code'>) =>
  database.change(sql`update access_way set name = ${name}, about = ${about}, sort = ${sort} where id = ${id}`)

export const archiveWay = (database: Database, id: string, archived: boolean) =>
  database.change(sql`update access_way set archived = ${archived} where id = ${id}`)

export const regionNames = (database: Database) =>
  database.rows<{ region_id: string; code: string; country: string; city: string; published: boolean }>(sql`
    select id as region_id, code, country, city, published from region order by sort, code`)

export const wayNames = (database: Database) =>
  database.rows<{ access_way_id: string; code: string; name: string; archived: boolean }>(sql`
    select id as access_way_id, code, name, archived from access_way order by archived, sort, code`)
