import sql from 'sql-template-tag'
import { Refusal } from '#server/core/refusal.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import {
  type ListedCategory,
  listAccessWays,
  listCategories,
  listGoods,
  listRegions,
  skusWithStock,
} from './catalogue.sql.ts'
import { categoryAncestors, packagesOf, productOf } from './catalogue.ts'

export const catalogueCalls = {
  async getCategoryTreeList({ system }) {
    const categories = (await listCategories(system)).filter(({ archived }) => !archived)
    const childrenOf = Map.groupBy(categories, ({ parent_id }) => parent_id)
    const list = (childrenOf.get(null) ?? []).map(category => ({
      ...shown(category),
      children: (childrenOf.get(category.category_id) ?? []).map(shown),
    }))
    return { list }
  },

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
    const skusOf = Map.groupBy(skus, sku => sku.goods_id)
    return {
      // Goods without a price are not for sale yet.
      list: goods.flatMap(each => {
        const offered = skusOf.get(each.goods_id) ?? []
        const [first] = offered
        return first ? [{ ...each, product: productOf(first), skus: offered }] : []
      }),
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
    if (!found) throw new Refusal(-49002)
    return found
  },
} satisfies SomeHandlers

const shown = ({ category_id, code, name, about }: ListedCategory) => ({ category_id, code, name, about })
