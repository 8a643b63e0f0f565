import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { accessWay, region } from '#contract/records/place.ts'
import type { SiteCatalogue, SiteGoods, SitePackage, SiteSku } from '#contract/site.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

const listedRegion = region.schema.pick({
  code: true,
  country: true,
  city: true,
  city_latin: true,
  continent: true,
  latitude: true,
  longitude: true,
})
const named = accessWay.schema.pick({ code: true, name: true, about: true })

/** Lists the published regions. `numeric` is returned as text, hence the casts. */
export const listRegions = (database: Database) =>
  database.rows(listedRegion)`
  select code, country, city, city_latin, continent, latitude::float8, longitude::float8
  from region where published order by sort, code`

export const listAccessWays = (database: Database) =>
  database.rows(named)`select ${selectList(named)} from access_way where not archived order by sort, code`

const lawArticle = z.object({ slug: z.string(), title: z.string() })

/** Finds the first article of the guide's category about compliance. */
export const findLawArticle = (database: Database) =>
  database.row(lawArticle)`
  select article.slug, article.title from article join article_category on article_category.id = article.category_id
  where article_category.kind = 'guide' and article_category.slug = 'comply'
    and article.state = 'published' and article.published_at <= now()
  order by article.sort, article.id limit 1`

const listedGoods = named.extend({
  id: z.string(),
  categoryId: z.string(),
  categoryCode: z.string(),
  categoryName: z.string(),
  categoryAbout: z.string(),
})

const listedSku = z.object({
  goodsId: z.string(),
  regionCode: z.string().nullable(),
  accessWayCode: z.string().nullable(),
  bandwidth: z.int().nullable(),
  price: z.int(),
  soldOut: z.boolean(),
})

const listedPackage = z.object({ categoryId: z.string(), days: z.int(), discountPercent: z.int() })

/** Lists the published catalogue by category, without goods that have no price yet. */
export async function listCatalogues(database: Database): Promise<SiteCatalogue[]> {
  const [goods, skus, packages] = await Promise.all([
    database.rows(listedGoods)`
    select category.code as "categoryCode", category.name as "categoryName", category.about as "categoryAbout",
      category.id as "categoryId", goods.id, goods.code, goods.name, goods.about
    from goods
    join category on category.id = goods.category_id
    left join category as parent on parent.id = category.parent_id
    where goods.published
    order by coalesce(parent.sort, category.sort), category.sort, category.code, goods.sort, goods.code`,
    database.rows(listedSku)`
    select sku.goods_id as "goodsId", region.code as "regionCode", access_way.code as "accessWayCode",
      sku.bandwidth, sku.price,
      region.id is not null and coalesce(address_stock.free - address_stock.reserved, 0) <= 0 as "soldOut"
    from sku
    left join region on region.id = sku.region_id
    left join access_way on access_way.id = sku.access_way_id
    left join address_stock on address_stock.region_id = sku.region_id
      and address_stock.access_way_id = sku.access_way_id
    where sku.published and coalesce(region.published and not access_way.archived, true)
    order by sku.bandwidth nulls first, sku.price, sku.id`,
    database.rows(listedPackage)`
    select category_id as "categoryId", days, discount_percent as "discountPercent"
    from package_type where published order by sort, days`,
  ])
  const skusOf = Map.groupBy(skus, sku => sku.goodsId)
  const packagesOf = Map.groupBy(packages, each => each.categoryId)
  return [...Map.groupBy(goods, row => row.categoryId)].flatMap(([categoryId, rows]) => {
    const [first] = rows
    const priced = rows
      .map(
        ({ id, code, name, about }): SiteGoods => ({ code, name, about, skus: (skusOf.get(id) ?? []).map(toSiteSku) }),
      )
      .filter(each => each.skus.length)
    if (!first || !priced.length) return []
    const categoryPackages = (packagesOf.get(categoryId) ?? []).map(
      ({ days, discountPercent }): SitePackage => ({
        days,
        discountPercent,
      }),
    )
    return [
      {
        code: first.categoryCode,
        name: first.categoryName,
        about: first.categoryAbout,
        goods: priced,
        packages: categoryPackages.length ? categoryPackages : [{ days: 30, discountPercent: 0 }],
      },
    ]
  })
}

const toSiteSku = ({ goodsId: _, ...sku }: z.output<typeof listedSku>): SiteSku => sku

const address = z.object({
  kind: z.enum(['help', 'guide']),
  category: z.string(),
  slug: z.string(),
  updated_at: instant,
})

export const listArticleAddresses = (database: Database) =>
  database.rows(address)`
  select article_category.kind, article_category.slug as category, article.slug, article.updated_at
  from article join article_category on article_category.id = article.category_id
  where article.state = 'published' and article.published_at <= now()
  order by article_category.kind, article_category.sort, article.sort, article.id`
