import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

interface CategoryRow {
  id: string
  parent_id: string | null
  code: string
  name: string
  about: string
  sort: number
  archived: boolean
}

const columns = sql`id, parent_id, code, name, about, sort, archived`

export const catalogueTree = (database: Database) =>
  database.rows<Omit<CategoryRow, 'id'> & { category_id: string; goods: number; packages: number }>(sql`
    select id as category_id, parent_id, code, name, about, sort, archived,
      (select count(*)::integer from goods where category_id = category.id) as goods,
      (select count(*)::integer from package_type where category_id = category.id and published) as packages
    from category order by parent_id nulls first, archived, sort, code`)

/** Locked: whether it is archived decides what can be put on sale in it. */
export const lockCategory = (database: Database, id: string) =>
  database.row<CategoryRow>(sql`select ${columns} from category where id = ${id} for update`)

/** Undefined: the code is taken. */
export const insertCategory = (database: Database, category: Omit<CategoryRow, 'id' | 'archived'>) =>
  database.row<{ id: string }>(sql`
    insert into category (parent_id, code, name, about, sort)
    values (${category.parent_id}, ${category.code}, ${category.name}, ${category.about}, ${category.sort})
    on conflict (code) do nothing returning id`)

export const updateCategory = (database: Database, id: string, { name, about, sort }: Pick<CategoryRow, Described>) =>
  database.change(sql`update category set name = ${name}, about = ${about}, sort = ${sort} where id = ${id}`)
type Described = 'name' | 'about' | 'sort'

export const setArchived = (database: Database, id: string, archived: boolean) =>
  database.change(sql`update category set archived = ${archived} where id = ${id}`)

/** What keeps a category from being archived: what is offered in it, and coupons that can still be claimed or used for it. */
export const hangingOn = async (database: Database, id: string) =>
  (await database.row<{ children: number; goods: number; packages: number; coupons: number }>(sql`
    select (select count(*)::integer from category where parent_id = ${id} and not archived) as children,
      (select count(*)::integer from goods where category_id = ${id} and published) as goods,
      (select count(*)::integer from package_type where category_id = ${id} and (published or exists (
        select from price_change where package_type_id = package_type.id and state = 'scheduled' and publishes))) as packages,
      (select count(*)::integer from coupon_type where ${id} = any(category_ids)
        and (published and (claim_ends_at is null or claim_ends_at > now()) and (valid_until is null or valid_until > now())
          or claimed > 0 and (valid_until is null or valid_until > now()) and exists (
            select from coupon where coupon_type_id = coupon_type.id and state <> 'used' and coupon.valid_until > now())))
        as coupons`)) ?? {
    children: 0,
    goods: 0,
    packages: 0,
    coupons: 0,
  }

interface GoodsRow {
  id: string
  category_id: string
  code: string
  name: string
  about: string
  sort: number
  published: boolean
}

const goodsColumns = sql`id, category_id, code, name, about, sort, published`

export const goodsOf = (database: Database, categoryId: string) =>
  database.rows<
    Omit<GoodsRow, 'id'> & { goods_id: string; skus: number; skus_published: number; product: 'hours' | 'line' | null }
  >(sql`
    select goods.id as goods_id, category_id, code, name, about, sort, goods.published, count(sku.id)::integer as skus,
      count(sku.id) filter (where sku.published)::integer as skus_published,
      case when count(sku.id) = 0 then null when bool_or(sku.region_id is null) then 'hours' else 'line' end as product
    from goods left join sku on sku.goods_id = goods.id
    where category_id = ${categoryId} group by goods.id order by sort, code`)

/** Locked: what its skus are is decided one after the other. */
export const lockGoods = (database: Database, id: string) =>
  database.row<GoodsRow>(sql`select ${goodsColumns} from goods where id = ${id} for update`)

/** Undefined: the code is taken. */
export const insertGoods = (database: Database, goods: Omit<GoodsRow, 'id' | 'published'>) =>
  database.row<{ id: string }>(sql`
    insert into goods (category_id, code, name, about, sort, published)
    values (${goods.category_id}, ${goods.code}, ${goods.name}, ${goods.about}, ${goods.sort}, false)
    on conflict (code) do nothing returning id`)

export const updateGoods = (database: Database, id: string, { name, about, sort }: Pick<GoodsRow, Described>) =>
  database.change(sql`update goods set name = ${name}, about = ${about}, sort = ${sort} where id = ${id}`)

export const setGoodsPublished = (database: Database, id: string, published: boolean) =>
  database.change(sql`update goods set published = ${published} where id = ${id}`)

export const packageTypesOf = (database: Database, categoryId: string) =>
  database.rows<{
    package_type_id: string
    days: number
    discount_percent: number
    sort: number
    published: boolean
  }>(sql`
    select id as package_type_id, days, discount_percent, sort, published from package_type
    where category_id = ${categoryId} order by sort, days`)

interface PackageRow {
  id: string
  days: number
  discount_percent: number
  sort: number
  published: boolean
}

/** Undefined: the category has one of these days. */
export const insertPackage = (
  database: Database,
  given: { category_id: string; days: number; discount_percent: number; sort: number },
) =>
  database.row<{ id: string }>(sql`
    insert into package_type (category_id, days, discount_percent, sort, published)
    values (${given.category_id}, ${given.days}, ${given.discount_percent}, ${given.sort}, false)
    on conflict (category_id, days) do nothing returning id`)

export const lockPackage = (database: Database, id: string) =>
  database.row<PackageRow>(sql`
    select id, days, discount_percent, sort, published from package_type where id = ${id} for no key update`)

export const setPackageSort = (database: Database, id: string, sort: number) =>
  database.change(sql`update package_type set sort = ${sort} where id = ${id}`)

export const unpublishPackage = (database: Database, id: string) =>
  database.change(sql`update package_type set published = false where id = ${id}`)
