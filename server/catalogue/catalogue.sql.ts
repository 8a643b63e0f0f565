import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface SkuRow {
  id: string
  goods_id: string
  goods_name: string
  category_id: string
  region_id: string | null
  region_name: string | null
  access_way_id: string | null
  access_way_name: string | null
  /** Mbit/s. */
  bandwidth: number | null
  /** Fen a unit for 30 days. */
  price: number
  list_price: number
}

/** `美国 洛杉矶`, but not `新加坡 新加坡` or `中国香港 香港`. */
export const regionName = sql`case when right(region.country, length(region.city)) = region.city then region.country
  else region.country || ' ' || region.city end`

const skuColumns = sql`sku.id, sku.goods_id, goods.name as goods_name, goods.category_id, sku.region_id,
  ${regionName} as region_name, sku.access_way_id, access_way.name as access_way_name, sku.bandwidth, sku.price,
  sku.list_price`

/** Unpublished goods and regions and archived ways take their skus with them. */
const forSale = sql`sku join goods on goods.id = sku.goods_id and goods.published
  left join region on region.id = sku.region_id
  left join access_way on access_way.id = sku.access_way_id`
const isForSale = sql`sku.published and (sku.region_id is null or (region.published and not access_way.archived))`

export interface PackageRow {
  id: string
  category_id: string
  days: number
  discount_percent: number
}

/** With the packages of their categories, in their order: in one statement, as every order asks for both. Prices and discounts change together, so they must be read together. */
export const skusWithPackages = (database: Database, ids: string[]) =>
  database.rows<SkuRow & { packages: PackageRow[] }>(sql`
    select ${skuColumns}, (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'category_id', category_id, 'days', days,
        'discount_percent', discount_percent) order by sort, days, id), '[]')
      from package_type where category_id = goods.category_id and published
    ) as packages
    from ${forSale} where sku.id = any(${ids}::uuid[]) and ${isForSale}`)

export const skusByIds = (database: Database, ids: string[]) =>
  database.rows<SkuRow>(sql`select ${skuColumns} from ${forSale} where sku.id = any(${ids}::uuid[]) and ${isForSale}`)

/** Free addresses that nobody has been promised; null where nothing is kept in stock. */
export const stock = sql`case when sku.region_id is not null then coalesce((select free - reserved from address_stock
  where address_stock.region_id = sku.region_id and address_stock.access_way_id = sku.access_way_id), 0) end as stock`

export type SkuWithStock = SkuRow & { stock: number | null }

export const skusWithStock = (database: Database, condition: Sql) =>
  database.rows<SkuWithStock>(sql`
    select ${skuColumns}, ${stock} from ${forSale} where ${isForSale} and ${condition}
    order by region.sort nulls first, access_way.sort, sku.bandwidth nulls first, sku.price, sku.id`)

/** Archived ones too: coupons and orders still name them. */
export const listCategories = (database: Database) =>
  database.rows<{
    id: string
    parent_id: string | null
    code: string
    name: string
    about: string
    archived: boolean
  }>(sql`
    select id, parent_id, code, name, about, archived from category order by sort, code`)

export const listPackages = (database: Database, categoryIds: string[]) =>
  database.rows<PackageRow>(sql`
    select id, category_id, days, discount_percent from package_type
    where category_id = any(${categoryIds}::uuid[]) and published order by sort, days, id`)

export const listGoods = (database: Database, categoryIds: string[]) =>
  database.rows<{ id: string; category_id: string; code: string; name: string; about: string }>(sql`
    select goods.id, category_id, goods.code, goods.name, goods.about
    from goods join category on category.id = category_id
    where published and category_id = any(${categoryIds}::uuid[])
    order by category.sort, category.code, goods.sort, goods.code`)

export const listAccessWays = (database: Database) =>
  database.rows<{ id: string; code: string; name: string; about: string }>(sql`
    select id, code, name, about from access_way where not archived order by sort, code`)

export const listRegions = (database: Database) =>
  database.rows<{
    id: string
    code: string
    country: string
    city: string
    continent: string
    latitude: number
    longitude: number
  }>(sql`
    select id, code, country, city, continent, latitude::float8, longitude::float8
    from region where published order by sort, code`)
