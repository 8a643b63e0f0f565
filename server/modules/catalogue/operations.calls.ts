import { OperatorProblem } from '#server/core/problem.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { editedInAudit } from '#server/engines/audit/last-saved.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import {
  catalogueTree,
  countDependents,
  type Described,
  goodsOf,
  insertCategory,
  insertGoods,
  lockCategory,
  lockGoods,
  setArchived,
  setGoodsPublished,
  updateCategory,
  updateGoods,
} from './operations.sql.ts'

/** Explains to the operator why a change of the catalogue was refused. */
export class CatalogueProblem extends OperatorProblem {}

export const catalogueOperations = {
  getCatalogueTree: async ({ system }) => ({ list: await catalogueTree(system) }),

  async setCatalogueCategory({ system }, input) {
    if (input.category_id !== undefined) {
      const { category_id, code, seen: _, ...changes } = input
      const target = `category:${category_id}`
      const before = orRefuse(await lockCategory(system, category_id), -53021)
      await requireSeen(system, input, before, editedInAudit(target))
      if (code !== undefined && before.code !== code) throw new Refusal(-41003, 'code', '代码不能修改')
      await updateCategory(system, category_id, changes)
      await recordAudit(system, {
        action: 'category.changed',
        target,
        before: described(before),
        after: described(withChanges<Described>(before, changes)),
      })
      return { category_id }
    }
    const { parent_id, ...fields } = input
    if (parent_id) {
      const parent = await lockCategory(system, parent_id)
      if (!parent || parent.archived || parent.parent_id) throw new Refusal(-53401)
    }
    const added = { ...fields, parent_id: parent_id ?? null }
    const inserted = orRefuse(await insertCategory(system, added), -53400)
    const target = `category:${inserted.category_id}`
    await recordAudit(system, { action: 'category.added', target, after: added })
    return inserted
  },

  async archiveCatalogueCategory({ system }, { category_id, archived }) {
    const before = orRefuse(await lockCategory(system, category_id), -53021)
    if (archived) {
      const { children, goods, packages, coupons } = await countDependents(system, category_id)
      const hanging = [
        children && `${children} 个下级分类`,
        goods && `${goods} 个在售商品`,
        packages && `${packages} 个套餐`,
        coupons && `${coupons} 种优惠券`,
      ].filter(Boolean)
      if (hanging.length)
        throw new CatalogueProblem(`“${before.name}”还有 ${hanging.join('、')}，须先下架或停用，才能归档`)
    } else if (before.parent_id && (await lockCategory(system, before.parent_id))?.archived)
      throw new CatalogueProblem('上级分类已归档，须先恢复上级分类')
    await setArchived(system, category_id, archived)
    await recordAudit(system, {
      action: archived ? 'category.archived' : 'category.restored',
      target: `category:${category_id}`,
      before: { archived: before.archived },
      after: { archived },
    })
  },

  getCatalogueGoods: async ({ system }, { category_id }) => ({ list: await goodsOf(system, category_id) }),

  async setGoods({ system }, input) {
    if (input.goods_id !== undefined) {
      const { goods_id, code, category_id, seen: _, ...changes } = input
      const target = `goods:${goods_id}`
      const before = orRefuse(await lockGoods(system, goods_id), -53021)
      await requireSeen(system, input, before, editedInAudit(target))
      if (code !== undefined && before.code !== code) throw new Refusal(-41003, 'code', '代码不能修改')
      if (category_id !== undefined && before.category_id !== category_id)
        throw new Refusal(-41003, 'category_id', '分类不能修改')
      await updateGoods(system, goods_id, changes)
      await recordAudit(system, {
        action: 'goods.changed',
        target,
        before: described(before),
        after: described(withChanges<Described>(before, changes)),
      })
      return { goods_id }
    }
    if (!(await lockCategory(system, input.category_id))) throw new Refusal(-53021)
    const inserted = orRefuse(await insertGoods(system, input), -53400)
    await recordAudit(system, { action: 'goods.added', target: `goods:${inserted.goods_id}`, after: input })
    return inserted
  },

  async setGoodsPublished({ system }, { goods_id, published }) {
    const before = orRefuse(await lockGoods(system, goods_id), -53021)
    // The lock keeps the category from being archived meanwhile.
    const category = await lockCategory(system, before.category_id)
    if (published && category?.archived)
      throw new CatalogueProblem(`分类“${category.name}”已归档，须先恢复，才能上架“${before.name}”`)
    await setGoodsPublished(system, goods_id, published)
    await recordAudit(system, {
      action: published ? 'goods.published' : 'goods.unpublished',
      target: `goods:${goods_id}`,
      before: { published: before.published },
      after: { published },
    })
  },
} satisfies SomeOperations

const described = ({ name, about, sort }: Described): Described => ({ name, about, sort })
