import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { getAccessWayList, getRegionList, getSkuInfoByAttribute } from '#contract/catalogue.ts'
import { id } from '#contract/fields.ts'
import { category } from '#contract/records/category.ts'
import { goods } from '#contract/records/goods.ts'
import { packageType } from '#contract/records/package-type.ts'
import { sku } from '#contract/records/sku.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

/** A sku as orders need it: with its category, which has the packages and limits coupons. */
const skuRow = sku.schema.omit({ published: true, stock: true }).extend({ category_id: id })
export type SkuRow = z.output<typeof skuRow>

/** Names a region as `美国 洛杉矶`, but never as `新加坡 新加坡` or `中国香港 香港`. */
export const regionName = sql`case when right(region.country, length(region.city)) = region.city then region.country
  else region.country || ' ' || region.city end`

const shownColumns = sql`sku.id as sku_id, sku.goods_id, sku.region_id, ${regionName} as region_name, sku.access_way_id,
  access_way.name as access_way_name, sku.bandwidth, sku.price, sku.list_price`
const skuColumns = sql`${shownColumns}, goods.name as goods_name, goods.category_id`

/** Unpublished goods and regions and archived access ways take their skus off sale with them. */
const forSale = sql`sku join goods on goods.id = sku.goods_id and goods.published
  left join region on region.id = sku.region_id
  left join access_way on access_way.id = sku.access_way_id`
const isForSale = sql`sku.published and (sku.region_id is null or (region.published and not access_way.archived))`

const packageRow = packageType.schema.omit({ sort: true, published: true })
export type PackageRow = z.output<typeof packageRow>

const skuWithPackages = skuRow.extend({ packages: z.array(packageRow), version: z.int() })

/** Changes whenever other goods are for sale, or prices change (functions/catalogue_changed.sql). */
export const catalogueVersion = sql`(select version from catalogue_version)`

/**
 * Reads skus with the sorted packages of their categories. Every order needs both, and prices and discounts change together, so one
 * statement must read them together.
 */
export const skusWithPackages = (database: Database, ids: string[]) =>
  database.rows(skuWithPackages)`
    select ${skuColumns}, (
      select coalesce(jsonb_agg(jsonb_build_object('package_type_id', id, 'category_id', category_id, 'days', days,
        'discount_percent', discount_percent) order by sort, days, id), '[]')
      from package_type where category_id = goods.category_id and published
    ) as packages, ${catalogueVersion} as version
    from ${forSale} where sku.id = any(${ids}::uuid[]) and ${isForSale}`

export const skusByIds = (database: Database, ids: string[]) =>
  database.rows(skuRow)`select ${skuColumns} from ${forSale} where sku.id = any(${ids}::uuid[]) and ${isForSale}`

/** Counts free addresses that are not reserved; null for goods that are not kept in stock. */
export const stock = sql`case when sku.region_id is not null then coalesce((select free - reserved from address_stock
  where address_stock.region_id = sku.region_id and address_stock.access_way_id = sku.access_way_id), 0) end as stock`

const shownSku = getSkuInfoByAttribute.output
export type ShownSku = z.output<typeof shownSku>

export const skusWithStock = (database: Database, condition: Sql) =>
  database.rows(shownSku)`
    select ${shownColumns}, ${stock} from ${forSale} where ${isForSale} and ${condition}
    order by region.sort nulls first, access_way.sort, sku.bandwidth nulls first, sku.price, sku.id`

const skuChoice = sku.schema
  .pick({
    sku_id: true,
    goods_name: true,
    region_name: true,
    access_way_name: true,
    bandwidth: true,
    price: true,
    stock: true,
  })
  .extend({ packages: z.array(packageRow.omit({ category_id: true })) })

/** Lists everything for sale with its packages, for an operator who chooses for a customer. */
export const skusForSale = (database: Database) =>
  database.rows(skuChoice)`
    select sku.id as sku_id, goods.name as goods_name, ${regionName} as region_name, access_way.name as access_way_name,
      sku.bandwidth, sku.price, ${stock}, packages
    from ${forSale} cross join lateral (
      select jsonb_agg(jsonb_build_object('package_type_id', id, 'days', days, 'discount_percent', discount_percent)
        order by sort, days, id) as packages
      from package_type where category_id = goods.category_id and published
    ) as offered
    where ${isForSale} and packages is not null
    order by region.sort nulls first, access_way.sort, goods.name, sku.bandwidth nulls first, sku.id`

const listedCategory = category.schema.omit({ sort: true })
export type ListedCategory = z.output<typeof listedCategory>

/** Archived categories are listed too, because coupons and orders still name them. */
export const listCategories = (database: Database) =>
  database.rows(
    listedCategory,
  )`select ${selectList(listedCategory, { category_id: 'id' })} from category order by sort, code`

const ofCategories = (ids: readonly string[] | undefined) => (ids ? sql`category_id = any(${ids}::uuid[])` : sql`true`)

/** Of all categories unless some are named. */
export const listPackages = (database: Database, categoryIds?: readonly string[]) =>
  database.rows(packageRow)`
    select ${selectList(packageRow, { package_type_id: 'id' })} from package_type
    where ${ofCategories(categoryIds)} and published order by sort, days, id`

const listedGoods = goods.schema.omit({ sort: true, published: true })
export type ListedGoods = z.output<typeof listedGoods>

/** Of all categories unless some are named. */
export const listGoods = (database: Database, categoryIds?: readonly string[]) =>
  database.rows(listedGoods)`
    select ${selectList(listedGoods, { goods_id: 'id' }, 'goods')}
    from goods join category on category.id = category_id
    where published and ${ofCategories(categoryIds)}
    order by category.sort, category.code, goods.sort, goods.code`

const accessWay = getAccessWayList.output.shape.list.element
const region = getRegionList.output.shape.list.element

export const listAccessWays = (database: Database) =>
  database.rows(
    accessWay,
  )`select ${selectList(accessWay, { access_way_id: 'id' })} from access_way where not archived order by sort, code`

export const listRegions = (database: Database) =>
  database.rows(region)`
    select ${selectList(region, { region_id: 'id', latitude: 'latitude::float8', longitude: 'longitude::float8' })}
    from region where published order by sort, code`
