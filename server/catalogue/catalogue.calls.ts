import sql from 'sql-template-tag'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import {
  listAccessWays,
  listCategories,
  listGoods,
  listRegions,
  type SkuWithStock,
  skusWithStock,
} from './catalogue.sql.ts'
import { categoryAncestors, packagesOf, productOf } from './catalogue.ts'

export const catalogueCalls: HandlersFor<
  | 'getCategoryTreeList'
  | 'getAccessWayList'
  | 'getRegionList'
  | 'getGoodsPackageTypeByCategoryId'
  | 'getGoodsListByCategoryId'
  | 'getSkuInfoByAttribute'
> = {
  async getCategoryTreeList({ system }) {
    const rows = (await listCategories(system)).flatMap(({ id, archived, ...rest }) =>
      archived ? [] : [{ category_id: id, ...rest }],
    )
    const shown = ({ parent_id: _, ...category }: (typeof rows)[number]) => category
    const childrenOf = Map.groupBy(rows, row => row.parent_id)
    const list = (childrenOf.get(null) ?? []).map(row => ({
      ...shown(row),
      children: (childrenOf.get(row.category_id) ?? []).map(shown),
    }))
    return { list }
  },

  async getAccessWayList({ system }) {
    return { list: (await listAccessWays(system)).map(({ id, ...way }) => ({ access_way_id: id, ...way })) }
  },

  async getRegionList({ system }) {
    return { list: (await listRegions(system)).map(({ id, ...region }) => ({ region_id: id, ...region })) }
  },

  async getGoodsPackageTypeByCategoryId({ system }, { category_id }) {
    const [ancestors, packages] = await Promise.all([categoryAncestors(system), packagesOf(system, [category_id])])
    if (!ancestors.has(category_id)) throw new Refusal(-49001)
    return {
      list: packages.map(({ id, days, discount_percent }) => ({ package_type_id: id, days, discount_percent })),
    }
  },

  async getGoodsListByCategoryId({ system }, { category_id }) {
    const ancestors = await categoryAncestors(system)
    if (!ancestors.has(category_id)) throw new Refusal(-49001)
    const categoryIds = [...ancestors].filter(([, above]) => above.includes(category_id)).map(([id]) => id)
    const [goods, skus] = await Promise.all([
      listGoods(system, categoryIds),
      skusWithStock(system, sql`goods.category_id = any(${categoryIds}::uuid[])`),
    ])
    const skusOf = Map.groupBy(skus, sku => sku.goods_id)
    return {
      // What has no price is not for sale yet.
      list: goods.flatMap(({ id, ...rest }) => {
        const [first, ...others] = skusOf.get(id) ?? []
        if (!first) return []
        return [{ goods_id: id, ...rest, product: productOf(first), skus: [first, ...others].map(shownSku) }]
      }),
    }
  },

  async getSkuInfoByAttribute({ system }, { goods_id, region_id, access_way_id, bandwidth }) {
    // One for each set of attributes: the table's unique key.
    const [found] = await skusWithStock(
      system,
      sql`sku.goods_id = ${goods_id} and sku.region_id is not distinct from ${region_id ?? null}
        and sku.access_way_id is not distinct from ${access_way_id ?? null}
        and sku.bandwidth is not distinct from ${bandwidth ?? null}`,
    )
    if (!found) throw new Refusal(-49002)
    return shownSku(found)
  },
}

const shownSku = ({ id, goods_name: _, category_id: __, ...sku }: SkuWithStock) => ({ sku_id: id, ...sku })
