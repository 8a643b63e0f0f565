import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { regionName, stock } from './catalogue.sql.ts'

interface Filters {
  goods_id: string
  region_id?: string | undefined
  access_way_id?: string | undefined
  bandwidth?: number | undefined
  published?: boolean | undefined
}

const matching = ({ goods_id, region_id, access_way_id, bandwidth, published }: Filters) => sql`
  where sku.goods_id = ${goods_id}
    and (${region_id ?? null}::uuid is null or sku.region_id = ${region_id ?? null})
    and (${access_way_id ?? null}::uuid is null or sku.access_way_id = ${access_way_id ?? null})
    and (${bandwidth ?? null}::integer is null or sku.bandwidth = ${bandwidth ?? null})
    and (${published ?? null}::boolean is null or sku.published = ${published ?? null})`

interface ListedSku {
  sku_id: string
  goods_id: string
  goods_name: string
  region_id: string | null
  region_name: string | null
  region_hidden: boolean
  access_way_id: string | null
  access_way_name: string | null
  bandwidth: number | null
  price: number
  list_price: number
  published: boolean
  stock: number | null
}

export const catalogueSkus = (
  database: Database,
  filters: Filters,
  { limit, offset }: { limit: number; offset: number },
) =>
  database.rows<ListedSku>(sql`
    select sku.id as sku_id, sku.goods_id, goods.name as goods_name, sku.region_id, ${regionName} as region_name,
      sku.region_id is not null and not region.published as region_hidden, sku.access_way_id,
      access_way.name as access_way_name, sku.bandwidth, sku.price, sku.list_price, sku.published, ${stock}
    from sku join goods on goods.id = sku.goods_id
    left join region on region.id = sku.region_id
    left join access_way on access_way.id = sku.access_way_id
    ${matching(filters)}
    order by region.sort nulls first, region.code, access_way.sort, access_way.code, sku.bandwidth nulls first, sku.id
    limit ${limit} offset ${offset}`)

export const countCatalogueSkus = async (database: Database, filters: Filters) =>
  (await database.row<{ total: number }>(sql`select count(*)::integer as total from sku ${matching(filters)}`))
    ?.total ?? 0

export const attributeRegions = (database: Database) =>
  database.rows<{ region_id: string; name: string; published: boolean }>(sql`
    select id as region_id, ${regionName} as name, published from region order by sort, code`)

export const attributeWays = (database: Database) =>
  database.rows<{ access_way_id: string; name: string }>(sql`
    select id as access_way_id, name from access_way order by sort, code`)

export const bandwidthsInUse = async (database: Database) =>
  (
    await database.rows<{ bandwidth: number }>(sql`
      select distinct bandwidth from sku where bandwidth is not null order by bandwidth`)
  ).map(({ bandwidth }) => bandwidth)

interface Combinations {
  goodsId: string
  regionIds: string[]
  wayIds: string[]
  bandwidths: number[]
}

/** Each combination of the attributes; without any of them the one sku that has none. Unknown ids make none. */
const combined = ({ goodsId, regionIds, wayIds, bandwidths }: Combinations) => sql`
  select goods.id as goods_id, goods.name as goods_name, region.id as region_id, ${regionName} as region_name,
    access_way.id as access_way_id, access_way.name as access_way_name, wanted.bandwidth, region.sort, region.code,
    access_way.sort as way_sort,
    exists (select from sku where sku.goods_id = goods.id and sku.region_id is not distinct from region.id
      and sku.access_way_id is not distinct from access_way.id and sku.bandwidth is not distinct from wanted.bandwidth) as exists
  from goods
  left join region on region.id = any(${regionIds}::uuid[])
  left join access_way on access_way.id = any(${wayIds}::uuid[])
  left join (select distinct bandwidth from unnest(${bandwidths}::integer[]) as bandwidth) as wanted on true
  where goods.id = ${goodsId} and (region.id is null) = (cardinality(${regionIds}::uuid[]) = 0)
    and (access_way.id is null) = (cardinality(${wayIds}::uuid[]) = 0)`

export const skuCombinations = (database: Database, wanted: Combinations) =>
  database.rows<{
    goods_name: string
    region_name: string | null
    access_way_name: string | null
    bandwidth: number | null
    exists: boolean
  }>(sql`
    select goods_name, region_name, access_way_name, bandwidth, exists from (${combined(wanted)}) as combination
    order by sort nulls first, code, way_sort, bandwidth nulls first`)

/** Unpublished: with its price it goes on sale when a second operator has confirmed it. */
export const insertSkus = (database: Database, wanted: Combinations, price: number, listPrice: number) =>
  database.rows<{ id: string }>(sql`
    insert into sku (goods_id, region_id, access_way_id, bandwidth, price, list_price, published)
    select goods_id, region_id, access_way_id, bandwidth, ${price}, ${listPrice}, false
    from (${combined(wanted)}) as combination
    on conflict do nothing returning id`)

/** Whether the goods has skus of the other product than these would be. */
export const hasOther = async (database: Database, goodsId: string, product: 'hours' | 'line') =>
  Boolean(
    await database.row(sql`
      select 1 as found from sku where goods_id = ${goodsId} and (region_id is null) = ${product === 'line'} limit 1`),
  )

/** Those that were on sale. */
export const unpublishSkus = (database: Database, ids: string[]) =>
  database.rows<{ id: string; price: number; list_price: number }>(sql`
    update sku set published = false where id = any(${ids}::uuid[]) and published returning id, price, list_price`)
