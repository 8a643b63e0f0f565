import { Refusal } from '../http/envelope.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { OperatorProblem } from '../operations/problem.ts'
import {
  catalogueTree,
  goodsOf,
  hangingOn,
  insertCategory,
  insertGoods,
  lockCategory,
  lockGoods,
  setArchived,
  setGoodsPublished,
  updateCategory,
  updateGoods,
} from './operations.sql.ts'

/** Why something of the catalogue can't be done; the text is for the operator. */
export class CatalogueProblem extends OperatorProblem {}

export const catalogueOperations: OperationHandlersFor<
  | 'getCatalogueTree'
  | 'setCatalogueCategory'
  | 'archiveCatalogueCategory'
  | 'getCatalogueGoods'
  | 'setGoods'
  | 'setGoodsPublished'
> = {
  getCatalogueTree: async ({ system }) => ({ list: await catalogueTree(system) }),

  async setCatalogueCategory({ system, actor }, { category_id, parent_id, ...given }) {
    const { name, about, sort, code } = given
    return system.transaction(async transaction => {
      if (category_id) {
        const before = await lockCategory(transaction, category_id)
        if (!before) throw new Refusal(-53021)
        if (before.code !== code) throw new Refusal(-41003, 'code', '编码不能修改')
        await updateCategory(transaction, category_id, given)
        await recordAudit(transaction, {
          actor,
          action: 'category.changed',
          target: `category:${category_id}`,
          before: { name: before.name, about: before.about, sort: before.sort },
          after: { name, about, sort },
        })
        return { category_id }
      }
      if (parent_id) {
        const parent = await lockCategory(transaction, parent_id)
        if (!parent || parent.archived || parent.parent_id) throw new Refusal(-53401)
      }
      const made = await insertCategory(transaction, { ...given, parent_id: parent_id ?? null })
      if (!made) throw new Refusal(-53400)
      await recordAudit(transaction, {
        actor,
        action: 'category.added',
        target: `category:${made.id}`,
        after: { ...given, parent_id: parent_id ?? null },
      })
      return { category_id: made.id }
    })
  },

  async archiveCatalogueCategory({ system, actor }, { category_id, archived }) {
    await system.transaction(async transaction => {
      const before = await lockCategory(transaction, category_id)
      if (!before) throw new Refusal(-53021)
      if (archived) {
        const { children, goods, packages, coupons } = await hangingOn(transaction, category_id)
        const hanging = [
          children && `${children} 个下级分类`,
          goods && `${goods} 个在售商品`,
          packages && `${packages} 个套餐`,
          coupons && `${coupons} 种优惠券`,
        ].filter(Boolean)
        if (hanging.length)
          throw new CatalogueProblem(`“${before.name}”还有 ${hanging.join('、')}，须先下架或停用，才能归档`)
      } else if (before.parent_id && (await lockCategory(transaction, before.parent_id))?.archived)
        throw new CatalogueProblem('上级分类已归档，须先恢复上级分类')
      await setArchived(transaction, category_id, archived)
      await recordAudit(transaction, {
        actor,
        action: archived ? 'category.archived' : 'category.restored',
        target: `category:${category_id}`,
        before: { archived: before.archived },
        after: { archived },
      })
    })
    return {}
  },

  getCatalogueGoods: async ({ system }, { category_id }) => ({ list: await goodsOf(system, category_id) }),

  async setGoods({ system, actor }, { goods_id, ...given }) {
    const { name, about, sort, code, category_id } = given
    return system.transaction(async transaction => {
      if (goods_id) {
        const before = await lockGoods(transaction, goods_id)
        if (!before) throw new Refusal(-53021)
        if (before.code !== code) throw new Refusal(-41003, 'code', '编码不能修改')
        if (before.category_id !== category_id) throw new Refusal(-41003, 'category_id', '分类不能修改')
        await updateGoods(transaction, goods_id, given)
        await recordAudit(transaction, {
          actor,
          action: 'goods.changed',
          target: `goods:${goods_id}`,
          before: { name: before.name, about: before.about, sort: before.sort },
          after: { name, about, sort },
        })
        return { goods_id }
      }
      if (!(await lockCategory(transaction, category_id))) throw new Refusal(-53021)
      const made = await insertGoods(transaction, given)
      if (!made) throw new Refusal(-53400)
      await recordAudit(transaction, { actor, action: 'goods.added', target: `goods:${made.id}`, after: given })
      return { goods_id: made.id }
    })
  },

  async setGoodsPublished({ system, actor }, { goods_id, published }) {
    await system.transaction(async transaction => {
      const before = await lockGoods(transaction, goods_id)
      if (!before) throw new Refusal(-53021)
      // Locked, so that nobody archives it meanwhile.
      const category = await lockCategory(transaction, before.category_id)
      if (published && category?.archived)
        throw new CatalogueProblem(`分类“${category.name}”已归档，须先恢复，才能上架“${before.name}”`)
      await setGoodsPublished(transaction, goods_id, published)
      await recordAudit(transaction, {
        actor,
        action: published ? 'goods.published' : 'goods.unpublished',
        target: `goods:${goods_id}`,
        before: { published: before.published },
        after: { published },
      })
    })
    return {}
  },
}
