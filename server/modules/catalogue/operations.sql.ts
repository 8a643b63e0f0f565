import { z } from 'zod'
import { catalogue } from '#contract/operations/catalogue.ts'
import { type Category, category } from '#contract/records/category.ts'
import { type Goods, goods } from '#contract/records/goods.ts'
import { type PackageType, packageType } from '#contract/records/package-type.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { assigned } from '#server/database/assigned.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

const categoryColumns = selectList(category.schema, { category_id: 'id' })

export const catalogueTree = (database: Database) =>
  database.rows(catalogue.getCatalogueTree.output.shape.list.element)`
    select ${categoryColumns},
      (select count(*) from goods where category_id = category.id) as goods,
      (select count(*) from package_type where category_id = category.id and published) as packages
    from category order by parent_id nulls first, archived, sort, code`

/** Locks a category, because whether it is archived decides what can be put on sale in it. */
export const lockCategory = (database: Database, id: string) =>
  database.row(category.schema)`select ${categoryColumns} from category where id = ${id} for update`

const insertedCategory = category.schema.pick({ category_id: true })

/** Returns undefined when the code is taken. */
export const insertCategory = (database: Database, input: Omit<Category, 'category_id' | 'archived'>) =>
  database.row(insertedCategory)`
    insert into category (parent_id, code, name, about, sort)
    values (${input.parent_id}, ${input.code}, ${input.name}, ${input.about}, ${input.sort})
    on conflict (code) do nothing returning id as category_id`

export type Described = Pick<Category, 'name' | 'about' | 'sort'>

export const updateCategory = (database: Database, id: string, { name, about, sort }: Changes<Described>) =>
  database.change`update category set ${assigned({ name, about, sort })} where id = ${id}`

export const setArchived = (database: Database, id: string, archived: boolean) =>
  database.change`update category set archived = ${archived} where id = ${id}`

const hanging = z.object({ children: z.int(), goods: z.int(), packages: z.int(), coupons: z.int() })

/** Counts what keeps a category from being archived: its offers, and coupons that can still be claimed or used for it. */
export const countDependents = (database: Database, id: string) =>
  database.one(hanging)`
    select (select count(*) from category where parent_id = ${id} and not archived) as children,
      (select count(*) from goods where category_id = ${id} and published) as goods,
      (select count(*) from package_type where category_id = ${id} and (published or exists (
        select from price_change where package_type_id = package_type.id and state = 'scheduled' and publishes))) as packages,
      (select count(*) from coupon_type where ${id} = any(category_ids)
        and (published and (claim_ends_at is null or claim_ends_at > now()) and (valid_until is null or valid_until > now())
          or claimed > 0 and (valid_until is null or valid_until > now()) and exists (
            select from coupon where coupon_type_id = coupon_type.id and state <> 'used' and coupon.valid_until > now())))
        as coupons`

const goodsColumns = selectList(goods.schema, { goods_id: 'id' }, 'goods')

export const goodsOf = (database: Database, categoryId: string) =>
  database.rows(catalogue.getCatalogueGoods.output.shape.list.element)`
    select ${goodsColumns}, count(sku.id) as skus, count(sku.id) filter (where sku.published) as skus_published,
      case when count(sku.id) = 0 then null when bool_or(sku.region_id is null) then 'hours' else 'line' end as product
    from goods left join sku on sku.goods_id = goods.id
    where category_id = ${categoryId} group by goods.id order by sort, code`

/** Locks goods, so that changes of their skus are decided one after the other. */
export const lockGoods = (database: Database, id: string) =>
  database.row(goods.schema)`select ${goodsColumns} from goods where id = ${id} for update`

const insertedGoods = goods.schema.pick({ goods_id: true })

/** Returns undefined when the code is taken. */
export const insertGoods = (database: Database, input: Omit<Goods, 'goods_id' | 'published'>) =>
  database.row(insertedGoods)`
    insert into goods (category_id, code, name, about, sort, published)
    values (${input.category_id}, ${input.code}, ${input.name}, ${input.about}, ${input.sort}, false)
    on conflict (code) do nothing returning id as goods_id`

export const updateGoods = (database: Database, id: string, { name, about, sort }: Changes<Described>) =>
  database.change`update goods set ${assigned({ name, about, sort })} where id = ${id}`

export const setGoodsPublished = (database: Database, id: string, published: boolean) =>
  database.change`update goods set published = ${published} where id = ${id}`

const listedPackage = packageType.schema.omit({ category_id: true })
const packageColumns = selectList(listedPackage, { package_type_id: 'id' })

export const packageTypesOf = (database: Database, categoryId: string) =>
  database.rows(
    listedPackage,
  )`select ${packageColumns} from package_type where category_id = ${categoryId} order by sort, days`

const insertedPackage = packageType.schema.pick({ package_type_id: true })

/** Returns undefined when the category already has a package of these days. */
export const insertPackage = (database: Database, input: Omit<PackageType, 'package_type_id' | 'published'>) =>
  database.row(insertedPackage)`
    insert into package_type (category_id, days, discount_percent, sort, published)
    values (${input.category_id}, ${input.days}, ${input.discount_percent}, ${input.sort}, false)
    on conflict (category_id, days) do nothing returning id as package_type_id`

export const lockPackage = (database: Database, id: string) =>
  database.row(listedPackage)`select ${packageColumns} from package_type where id = ${id} for no key update`

export const setPackageSort = (database: Database, id: string, sort: number) =>
  database.change`update package_type set sort = ${sort} where id = ${id}`
