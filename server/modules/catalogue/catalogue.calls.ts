import sql from 'sql-template-tag'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import {
  type ListedCategory,
  type ListedGoods,
  listAccessWays,
  listCategories,
  listGoods,
  listPackages,
  listRegions,
  type ShownSku,
  skusWithStock,
} from './catalogue.sql.ts'
import { ancestorsOf, categoryAncestors, packagesOf, productOf } from './catalogue.ts'

export const catalogueCalls = {
  getCategoryTreeList: async ({ system }) => ({ list: categoryTree(await listCategories(system)) }),

  getAccessWayList: async ({ system }) => ({ list: await listAccessWays(system) }),

  getRegionList: async ({ system }) => ({ list: await listRegions(system) }),

  async getGoodsPackageTypeByCategoryId({ system }, { category_id }) {
    const [ancestors, packages] = await together(system, database => [
      categoryAncestors(database),
      packagesOf(database, [category_id]),
    ])
    if (!ancestors.has(category_id)) throw new Refusal(-49001)
    return { list: packages.map(({ category_id: _, ...offered }) => offered) }
  },

  async getGoodsListByCategoryId({ system }, { category_id }) {
    const ancestors = await categoryAncestors(system)
    if (!ancestors.has(category_id)) throw new Refusal(-49001)
    const categoryIds = [...ancestors].filter(([, above]) => above.includes(category_id)).map(([id]) => id)
    const [goods, skus] = await together(system, database => [
      listGoods(database, categoryIds),
      skusWithStock(database, sql`goods.category_id = any(${categoryIds}::uuid[])`),
    ])
    return { list: goodsForSale(goods, skus) }
  },

  async getOffers({ system }, { product }) {
    const [categories, listed, skus, packages, regions, ways] = await together(system, database => [
      listCategories(database),
      listGoods(database),
      skusWithStock(database, product ? soldAs[product] : sql`true`),
      listPackages(database),
      listRegions(database),
      listAccessWays(database),
    ])
    const goods = goodsForSale(listed, skus)
    const ancestors = ancestorsOf(categories)
    const offered = new Set(goods.map(({ category_id }) => category_id))
    const used = new Set(skus.flatMap(({ region_id, access_way_id }) => [region_id, access_way_id]))
    return {
      categories: categoryTree(categories).map(root => ({
        ...root,
        goods: goods.filter(({ category_id }) => ancestors.get(category_id)?.includes(root.category_id)),
      })),
      packages: packages.filter(({ category_id }) => offered.has(category_id)),
      regions: regions.filter(({ region_id }) => used.has(region_id)),
      access_ways: ways.filter(({ access_way_id }) => used.has(access_way_id)),
    }
  },

  async getSkuInfoByAttribute({ system }, { goods_id, region_id, access_way_id, bandwidth }) {
    // The table's unique key allows only one sku for each set of attributes.
    const [found] = await skusWithStock(
      system,
      sql`sku.goods_id = ${goods_id} and sku.region_id is not distinct from ${region_id ?? null}
        and sku.access_way_id is not distinct from ${access_way_id ?? null}
        and sku.bandwidth is not distinct from ${bandwidth ?? null}`,
    )
    return orRefuse(found, -49002)
  },
} satisfies SomeHandlers

const shown = ({ category_id, code, name, about }: ListedCategory) => ({ category_id, code, name, about })

/** See productOf. */
const soldAs = { hours: sql`sku.region_id is null`, line: sql`sku.region_id is not null` }

function categoryTree(all: readonly ListedCategory[]) {
  const categories = all.filter(({ archived }) => !archived)
  const childrenOf = Map.groupBy(categories, ({ parent_id }) => parent_id)
  return (childrenOf.get(null) ?? []).map(category => ({
    ...shown(category),
    children: (childrenOf.get(category.category_id) ?? []).map(shown),
  }))
}

/** Goods without a price are not for sale yet. */
function goodsForSale(goods: readonly ListedGoods[], skus: readonly ShownSku[]) {
  const skusOf = Map.groupBy(skus, sku => sku.goods_id)
  return goods.flatMap(each => {
    const offered = skusOf.get(each.goods_id) ?? []
    const [first] = offered
    return first ? [{ ...each, product: productOf(first), skus: offered }] : []
  })
}
