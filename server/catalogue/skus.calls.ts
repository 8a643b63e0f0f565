import { skuName, skusAtOnce } from '#contract/operations/catalogue-names.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { CatalogueProblem } from './operations.calls.ts'
import { lockGoods } from './operations.sql.ts'
import { lastScheduled, lockPriced } from './pricing.sql.ts'
import { waitingChanges } from './pricing.ts'
import {
  attributeRegions,
  attributeWays,
  bandwidthsInUse,
  catalogueSkus,
  countCatalogueSkus,
  hasOther,
  insertSkus,
  skuCombinations,
  unpublishSkus,
} from './skus.sql.ts'

export const skuOperations: OperationHandlersFor<
  'getCatalogueSkus' | 'getSkuAttributes' | 'previewSkus' | 'addSkus' | 'unpublishSkus'
> = {
  async getCatalogueSkus({ system }, { page, page_size, ...filters }) {
    const [rows, total, waiting] = await Promise.all([
      catalogueSkus(system, filters, { limit: page_size, offset: (page - 1) * page_size }),
      countCatalogueSkus(system, filters),
      waitingChanges(system),
    ])
    const ids = rows.map(({ sku_id }) => sku_id)
    const scheduled = new Map((await lastScheduled(system, ids)).map(each => [each.id, each]))
    const list = rows.map(row => {
      const next = scheduled.get(row.sku_id)
      const asked = waiting.get(row.sku_id)
      return {
        ...row,
        scheduled: next
          ? { price: next.value, list_price: next.list_price ?? next.value, holds_from: next.holds_from.toISOString() }
          : null,
        waiting: asked
          ? { price: asked.new_value, list_price: asked.new_list_price ?? asked.new_value, publish: asked.publish }
          : null,
      }
    })
    return { list, total }
  },

  async getSkuAttributes({ system }) {
    const [regions, access_ways, bandwidths] = await Promise.all([
      attributeRegions(system),
      attributeWays(system),
      bandwidthsInUse(system),
    ])
    return { regions, access_ways, bandwidths }
  },

  async previewSkus({ system }, given) {
    const wanted = combinationsOf(given)
    await requireOneProduct(system, wanted)
    const rows = await skuCombinations(system, wanted)
    if (!rows.length) throw new Refusal(-53021)
    const list = rows.map(({ exists, ...row }) => ({ name: skuName(row), exists }))
    const existing = list.filter(({ exists }) => exists).length
    return { list, existing, fresh: list.length - existing }
  },

  async addSkus({ system, actor }, { price, list_price, ...given }) {
    const wanted = combinationsOf(given)
    return system.transaction(async transaction => {
      const goods = await lockGoods(transaction, wanted.goodsId)
      if (!goods) throw new Refusal(-53021)
      await requireOneProduct(transaction, wanted)
      const made = await insertSkus(transaction, wanted, price, list_price)
      if (!made.length) throw new CatalogueProblem('这些规格都已存在，没有新增')
      const sku_ids = made.map(({ id }) => id)
      await recordAudit(transaction, {
        actor,
        action: 'sku.added',
        target: `goods:${goods.id}`,
        after: { goods: goods.name, price, list_price, skus: sku_ids },
      })
      return { added: made.length, sku_ids }
    })
  },

  async unpublishSkus({ system, actor }, { sku_ids }) {
    return system.transaction(async transaction => {
      const found = await lockPriced(transaction, sku_ids, [])
      if (found.length < new Set(sku_ids).size) throw new Refusal(-53021)
      const names = new Map(found.map(({ id, name }) => [id, name]))
      const done = await unpublishSkus(transaction, sku_ids)
      if (!done.length) throw new CatalogueProblem('所选规格都已下架')
      for (const { id, price, list_price } of done)
        await recordAudit(transaction, {
          actor,
          action: 'sku.unpublished',
          target: `sku:${id}`,
          before: { name: names.get(id), published: true, price, list_price },
          after: { published: false },
        })
      return { unpublished: done.length }
    })
  },
}

interface Given {
  goods_id: string
  region_ids: string[]
  access_way_ids: string[]
  bandwidths: number[]
}

/** Hours have no attribute, a line has all of them. */
function combinationsOf({ goods_id, region_ids, access_way_ids, bandwidths }: Given) {
  const counts = [region_ids, access_way_ids, bandwidths].map(list => new Set(list as (string | number)[]).size)
  const product = counts.every(count => count === 0) ? ('hours' as const) : ('line' as const)
  const total = counts.reduce((product, count) => product * count, 1)
  if (product === 'line' && total === 0)
    throw new CatalogueProblem('专线规格须同时选择地区、接入方式与带宽；员工时长三项都不选')
  if (total > skusAtOnce) throw new CatalogueProblem(`一次最多新增 ${skusAtOnce} 个规格，现在是 ${total} 个`)
  return { goodsId: goods_id, regionIds: region_ids, wayIds: access_way_ids, bandwidths, product }
}

async function requireOneProduct(
  database: Database,
  { goodsId, product }: { goodsId: string; product: 'hours' | 'line' },
) {
  if (await hasOther(database, goodsId, product))
    throw new CatalogueProblem(
      product === 'line'
        ? '该商品是员工时长，不能再有地区、接入方式与带宽'
        : '该商品的规格是专线，须选择地区、接入方式与带宽',
    )
}
