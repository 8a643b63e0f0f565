import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { editedInAudit } from '#server/engines/audit/last-saved.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { insertPackage, lockCategory, lockPackage, packageTypesOf, setPackageSort } from './operations.sql.ts'
import { countPriceChanges, lastScheduled, priceChangeList, takeOffSale } from './pricing.sql.ts'
import { cancelPrices, requestPrices, waitingChanges } from './pricing.ts'

export const priceOperations = {
  async requestPrices(context, { skus, packages, publish, holds_from }) {
    const changes = [
      ...skus.map(sku => ({
        sku_id: sku.sku_id,
        package_type_id: null,
        old_value: sku.old_price,
        new_value: sku.price,
        old_list_price: sku.old_list_price,
        new_list_price: sku.list_price,
      })),
      ...packages.map(({ package_type_id, old_discount, discount_percent }) => ({
        sku_id: null,
        package_type_id,
        old_value: old_discount,
        new_value: discount_percent,
        old_list_price: null,
        new_list_price: null,
      })),
    ]
    // The request stores one form of an instant, however the operator's client writes it.
    const holdsFrom = holds_from && new Date(holds_from).toISOString()
    return requestPrices(context.system, context, { changes, publish, holdsFrom })
  },

  getPriceChangeList: ({ system }, { page, page_size, ...filters }) =>
    listAndTotal(system, database => [
      priceChangeList(database, filters, pageOf({ page, page_size })),
      countPriceChanges(database, filters),
    ]),

  async cancelPrices(context, { price_change_ids }) {
    await cancelPrices(context.system, context, price_change_ids)
  },

  async getPackageTypes({ system }, { category_id }) {
    const [rows, waiting] = await together(system, database => [
      packageTypesOf(database, category_id),
      waitingChanges(database),
    ])
    const ids = rows.map(({ package_type_id }) => package_type_id)
    const scheduled = new Map((await lastScheduled(system, ids)).map(each => [each.id, each]))
    const list = rows.map(row => {
      const next = scheduled.get(row.package_type_id)
      const request = waiting.get(row.package_type_id)
      return {
        ...row,
        scheduled: next ? { discount_percent: next.value, holds_from: next.holds_from } : null,
        waiting: request ? { discount_percent: request.new_value, publish: request.publish } : null,
      }
    })
    return { list }
  },

  async addPackageType({ system }, input) {
    const category = await lockCategory(system, input.category_id)
    if (!category || category.archived) throw new Refusal(-53021)
    const inserted = orRefuse(await insertPackage(system, input), -53402)
    const target = `package:${inserted.package_type_id}`
    await recordAudit(system, { action: 'package.added', target, after: input })
    return inserted
  },

  async setPackageSort({ system }, input) {
    const { package_type_id, sort } = input
    const target = `package:${package_type_id}`
    const before = orRefuse(await lockPackage(system, package_type_id), -53021)
    await requireSeen(system, input, before, editedInAudit(target))
    await setPackageSort(system, package_type_id, sort)
    await recordAudit(system, {
      action: 'package.changed',
      target,
      before: { sort: before.sort },
      after: { sort },
    })
  },

  async archivePackageType({ system }, { package_type_id }) {
    const before = orRefuse(await lockPackage(system, package_type_id), -53021)
    await takeOffSale(system, [], [package_type_id])
    await recordAudit(system, {
      action: 'package.archived',
      target: `package:${package_type_id}`,
      before: { published: before.published, discount_percent: before.discount_percent },
      after: { published: false },
    })
  },
} satisfies SomeOperations
