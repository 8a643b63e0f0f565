import sql from 'sql-template-tag'
import { z } from 'zod'
import { catalogue } from '#contract/operations/catalogue.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { sku } from '#contract/records/sku.ts'
import { countRows, holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { regionName, stock } from './catalogue.sql.ts'

type Filters = Omit<OperationParsed<'getCatalogueSkus'>, 'page' | 'page_size'>

const matching = ({ goods_id, region_id, access_way_id, bandwidth, published }: Filters) => sql`
  where sku.goods_id = ${goods_id}
    and (${region_id ?? null}::uuid is null or sku.region_id = ${region_id ?? null})
    and (${access_way_id ?? null}::uuid is null or sku.access_way_id = ${access_way_id ?? null})
    and (${bandwidth ?? null}::integer is null or sku.bandwidth = ${bandwidth ?? null})
    and (${published ?? null}::boolean is null or sku.published = ${published ?? null})`

const listedSku = catalogue.getCatalogueSkus.output.shape.list.element.omit({ scheduled: true, waiting: true })

export const catalogueSkus = (database: Database, filters: Filters, { limit, offset }: Page) =>
  database.rows(listedSku)`
  select sku.id as sku_id, sku.goods_id, goods.name as goods_name, sku.region_id, ${regionName} as region_name,
    sku.region_id is not null and not region.published as region_hidden, sku.access_way_id,
    access_way.name as access_way_name, sku.bandwidth, sku.price, sku.list_price, sku.published, ${stock}
  from sku join goods on goods.id = sku.goods_id
  left join region on region.id = sku.region_id
  left join access_way on access_way.id = sku.access_way_id
  ${matching(filters)}
  order by region.sort nulls first, region.code, access_way.sort, access_way.code, sku.bandwidth nulls first, sku.id
  limit ${limit} offset ${offset}`

export const countCatalogueSkus = (database: Database, filters: Filters) =>
  countRows(database, sql`sku ${matching(filters)}`)

const { regions, access_ways } = catalogue.getSkuAttributes.output.shape

export const attributeRegions = (database: Database) =>
  database.rows(
    regions.element,
  )`select id as region_id, ${regionName} as name, published from region order by sort, code`

export const attributeWays = (database: Database) =>
  database.rows(access_ways.element)`select id as access_way_id, name from access_way order by sort, code`

const usedBandwidth = z.object({ bandwidth: z.int() })

export const bandwidthsInUse = async (database: Database) =>
  (
    await database.rows(
      usedBandwidth,
    )`select distinct bandwidth from sku where bandwidth is not null order by bandwidth`
  ).map(({ bandwidth }) => bandwidth)

interface Combinations {
  goodsId: string
  regionIds: string[]
  wayIds: string[]
  bandwidths: number[]
}

/** Selects each combination of the attributes; without attributes the one sku without any, with unknown ids none. */
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

const combination = sku.schema
  .pick({ goods_name: true, region_name: true, access_way_name: true, bandwidth: true })
  .extend({ exists: z.boolean() })

export const skuCombinations = (database: Database, combinations: Combinations) =>
  database.rows(combination)`
    select ${selectList(combination)} from (${combined(combinations)}) as combination
    order by sort nulls first, code, way_sort, bandwidth nulls first`

const insertedSku = sku.schema.pick({ sku_id: true })

/**
 * Inserts unpublished skus, because they go on sale only when a second operator has confirmed the price. Returns the ids of the new
 * ones.
 */
export const insertSkus = async (database: Database, combinations: Combinations, price: number, listPrice: number) =>
  (
    await database.rows(insertedSku)`
      insert into sku (goods_id, region_id, access_way_id, bandwidth, price, list_price, published)
      select goods_id, region_id, access_way_id, bandwidth, ${price}, ${listPrice}, false
      from (${combined(combinations)}) as combination
      on conflict do nothing returning id as sku_id`
  ).map(({ sku_id }) => sku_id)

/** Reports whether the goods have skus of the other product. */
export const hasOther = (database: Database, goodsId: string, product: 'hours' | 'line') =>
  holds(
    database,
    sql`exists (select from sku where goods_id = ${goodsId} and (region_id is null) = ${product === 'line'})`,
  )
