import sql from 'sql-template-tag'
import type { SiteAccessWay, SiteCatalogue, SiteGoods, SitePackage, SiteRegion, SiteSku } from '#contract/site.ts'
import type { Database } from '../database/database.ts'

/** Where lines can end. `numeric` comes as text, hence the casts. */
export const listRegions = (database: Database) =>
  database.rows<SiteRegion>(sql`
    select code, country, city, city_latin as "cityLatin", continent, latitude::float8, longitude::float8
    from region where published order by sort, code`)

export const listAccessWays = (database: Database) =>
  database.rows<SiteAccessWay>(sql`select code, name, about from access_way where not archived order by sort, code`)

export const countArticles = async (database: Database): Promise<number> =>
  (
    await database.row<{ count: number }>(sql`
      select count(*)::integer as count from article where state = 'published' and published_at <= now()`)
  )?.count ?? 0

interface GoodsRow {
  categoryCode: string
  categoryName: string
  categoryAbout: string
  categoryId: string
  id: string
  code: string
  name: string
  about: string
}

/** The published catalogue by category; what has no price yet is left out. */
export async function listCatalogues(database: Database): Promise<SiteCatalogue[]> {
  const [goods, skus, packages] = await Promise.all([
    database.rows<GoodsRow>(sql`
      select category.code as "categoryCode", category.name as "categoryName", category.about as "categoryAbout",
        category.id as "categoryId", goods.id, goods.code, goods.name, goods.about
      from goods
      join category on category.id = goods.category_id
      left join category as parent on parent.id = category.parent_id
      where goods.published
      order by coalesce(parent.sort, category.sort), category.sort, category.code, goods.sort, goods.code`),
    database.rows<SiteSku & { goodsId: string }>(sql`
      select sku.id, sku.goods_id as "goodsId", region.code as "regionCode", access_way.code as "accessWayCode",
        sku.bandwidth, sku.price, sku.list_price as "listPrice"
      from sku
      left join region on region.id = sku.region_id
      left join access_way on access_way.id = sku.access_way_id
      where sku.published and coalesce(region.published and not access_way.archived, true)
      order by sku.bandwidth nulls first, sku.price, sku.id`),
    database.rows<SitePackage & { categoryId: string }>(sql`
      select category_id as "categoryId", days, discount_percent as "discountPercent"
      from package_type where published order by sort, days`),
  ])
  const skusOf = Map.groupBy(skus, sku => sku.goodsId)
  const packagesOf = Map.groupBy(packages, each => each.categoryId)
  return [...Map.groupBy(goods, row => row.categoryId)].flatMap(([categoryId, rows]) => {
    const [first] = rows
    const priced = rows
      .map(
        ({ id, code, name, about }): SiteGoods => ({ code, name, about, skus: (skusOf.get(id) ?? []).map(shownSku) }),
      )
      .filter(each => each.skus.length)
    if (!first || !priced.length) return []
    const shown = (packagesOf.get(categoryId) ?? []).map(({ days, discountPercent }) => ({ days, discountPercent }))
    return [
      {
        code: first.categoryCode,
        name: first.categoryName,
        about: first.categoryAbout,
        goods: priced,
        packages: shown.length ? shown : [{ days: 30, discountPercent: 0 }],
      },
    ]
  })
}

const shownSku = ({ goodsId: _, ...sku }: SiteSku & { goodsId: string }): SiteSku => sku

export interface SitemapRow {
  kind: 'help' | 'guide'
  slug: string
  updatedAt: Date
}

export const listArticleAddresses = (database: Database) =>
  database.rows<SitemapRow>(sql`
    select article_category.kind, article.slug, article.updated_at as "updatedAt"
    from article join article_category on article_category.id = article.category_id
    where article.state = 'published' and article.published_at <= now()
    order by article_category.kind, article_category.sort, article.sort, article.id`)
