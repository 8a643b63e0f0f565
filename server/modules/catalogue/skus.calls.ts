import { skuName, skusAtOnce } from '#contract/operations/catalogue-names.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { CatalogueProblem } from './operations.calls.ts'
import { lockGoods } from './operations.sql.ts'
import { lastScheduled, lockPriced, takeOffSale } from './pricing.sql.ts'
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
} from './skus.sql.ts'

export const skuOperations = {
  async getCatalogueSkus({ system }, { page, page_size, ...filters }) {
    const [rows, total, waiting] = await together(system, database => [
      catalogueSkus(database, filters, pageOf({ page, page_size })),
      countCatalogueSkus(database, filters),
      waitingChanges(database),
    ])
    const ids = rows.map(({ sku_id }) => sku_id)
    const scheduled = new Map((await lastScheduled(system, ids)).map(each => [each.id, each]))
    const list = rows.map(row => {
      const next = scheduled.get(row.sku_id)
      const request = waiting.get(row.sku_id)
      return {
        ...row,
        scheduled: next
          ? { price: next.value, list_price: next.list_price ?? next.value, holds_from: next.holds_from }
          : null,
        waiting: request
          ? {
              price: request.new_value,
              list_price: request.new_list_price ?? request.new_value,
              publish: request.publish,
            }
          : null,
      }
    })
    return { list, total }
  },

  async getSkuAttributes({ system }) {
    const [regions, access_ways, bandwidths] = await together(system, database => [
      attributeRegions(database),
      attributeWays(database),
      bandwidthsInUse(database),
    ])
    return { regions, access_ways, bandwidths }
  },

  async previewSkus({ system }, input) {
    const combinations = combinationsOf(input)
    await requireOneProduct(system, combinations)
    const rows = await skuCombinations(system, combinations)
    if (!rows.length) throw new Refusal(-53021)
    const list = rows.map(({ exists, ...row }) => ({ name: skuName(row), exists }))
    const existing = list.filter(({ exists }) => exists).length
    return { list, existing, fresh: list.length - existing }
  },

  async addSkus({ system }, { price, list_price, ...input }) {
    const combinations = combinationsOf(input)
    const goods = orRefuse(await lockGoods(system, combinations.goodsId), -53021)
    await requireOneProduct(system, combinations)
    const sku_ids = await insertSkus(system, combinations, price, list_price)
    if (!sku_ids.length) throw new CatalogueProblem('这些规格都已存在，没有新建')
    await recordAudit(system, {
      action: 'sku.added',
      target: `goods:${goods.goods_id}`,
      after: { goods: goods.name, price, list_price, skus: sku_ids },
    })
    return { added: sku_ids.length, sku_ids }
  },

  async unpublishSkus({ system }, { sku_ids }) {
    const found = await lockPriced(system, sku_ids, [])
    if (found.length < new Set(sku_ids).size) throw new Refusal(-53021)
    const names = new Map(found.map(({ id, name }) => [id, name]))
    const unpublished = await takeOffSale(system, sku_ids, [])
    if (!unpublished.length) throw new CatalogueProblem('所选规格都已下架')
    for (const { sku_id, price, list_price } of unpublished)
      await recordAudit(system, {
        action: 'sku.unpublished',
        target: `sku:${sku_id}`,
        before: { name: names.get(sku_id), published: true, price, list_price },
        after: { published: false },
      })
    return { unpublished: unpublished.length }
  },
} satisfies SomeOperations

/** Hours have no attribute, and a line has all of them. */
function combinationsOf({ goods_id, region_ids, access_way_ids, bandwidths }: OperationParsed<'previewSkus'>) {
  const counts = [region_ids, access_way_ids, bandwidths].map(list => new Set(list as (string | number)[]).size)
  const product = counts.every(count => count === 0) ? ('hours' as const) : ('line' as const)
  const total = counts.reduce((product, count) => product * count, 1)
  if (product === 'line' && total === 0)
    throw new CatalogueProblem('专线规格须同时选择地区、接入方式与带宽；员工时长三项都不选')
  if (total > skusAtOnce) throw new CatalogueProblem(`一次最多新建 ${skusAtOnce} 个规格，现在是 ${total} 个`)
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
