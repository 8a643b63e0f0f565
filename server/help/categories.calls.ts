import { Refusal } from '../http/envelope.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import {
  allCategories,
  articlesInOrder,
  categoryIds,
  deleteCategory,
  findCategory,
  insertCategory,
  orderArticles,
  orderCategories,
  renameCategory,
} from './categories.sql.ts'
import { lockAddresses } from './editing.sql.ts'

const targetOf = (id: string) => `article_category:${id}`

/** The same ones, in whatever order: nothing was added or taken away since the list was shown. */
function requireSame(given: string[], present: string[]): void {
  const known = new Set(present)
  if (new Set(given).size !== known.size || given.some(id => !known.has(id))) throw new Refusal(-53022)
}

export const articleCategoryOperations: OperationHandlersFor<
  | 'getArticleCategoryList'
  | 'setArticleCategory'
  | 'deleteArticleCategory'
  | 'setArticleCategoryOrder'
  | 'getArticleOrder'
  | 'setArticleOrder'
> = {
  async getArticleCategoryList({ system }) {
    return { list: (await allCategories(system)).map(({ id, ...row }) => ({ category_id: id, ...row })) }
  },

  async setArticleCategory({ system, actor }, { category_id, kind, name, slug }) {
    return system.transaction(async transaction => {
      await lockAddresses(transaction)
      if (category_id === undefined) {
        const made = await insertCategory(transaction, { kind, name, slug })
        if (!made) throw new Refusal(-53701)
        const target = targetOf(made.id)
        await recordAudit(transaction, {
          actor,
          action: 'article_category.created',
          target,
          after: { kind, name, slug },
        })
        return { category_id: made.id }
      }
      const before = await findCategory(transaction, category_id)
      if (before?.kind !== kind || before.slug !== slug) throw new Refusal(-53021)
      if (!(await renameCategory(transaction, category_id, name))) throw new Refusal(-53701)
      await recordAudit(transaction, {
        actor,
        action: 'article_category.renamed',
        target: targetOf(category_id),
        before: { name: before.name },
        after: { name },
      })
      return { category_id }
    })
  },

  async deleteArticleCategory({ system, actor }, { category_id }) {
    await system.transaction(async transaction => {
      await lockAddresses(transaction)
      const before = await findCategory(transaction, category_id)
      if (!before) throw new Refusal(-53021)
      if (!(await deleteCategory(transaction, category_id))) throw new Refusal(-53702, before.articles)
      const { kind, name, slug } = before
      const target = targetOf(category_id)
      await recordAudit(transaction, {
        actor,
        action: 'article_category.deleted',
        target,
        before: { kind, name, slug },
      })
    })
    return {}
  },

  async setArticleCategoryOrder({ system, actor }, { kind, category_ids }) {
    await system.transaction(async transaction => {
      await lockAddresses(transaction)
      const before = await categoryIds(transaction, kind)
      requireSame(category_ids, before)
      await orderCategories(transaction, category_ids)
      const target = `article_categories:${kind}`
      await recordAudit(transaction, {
        actor,
        action: 'article_categories.ordered',
        target,
        before,
        after: category_ids,
      })
    })
    return {}
  },

  async getArticleOrder({ system }, { category_id }) {
    const list = await articlesInOrder(system, category_id)
    return { list: list.map(({ id, title }) => ({ article_id: id, title })) }
  },

  async setArticleOrder({ system, actor }, { category_id, article_ids }) {
    await system.transaction(async transaction => {
      await lockAddresses(transaction)
      const before = (await articlesInOrder(transaction, category_id)).map(({ id }) => id)
      requireSame(article_ids, before)
      await orderArticles(transaction, article_ids)
      const target = targetOf(category_id)
      await recordAudit(transaction, { actor, action: 'articles.ordered', target, before, after: article_ids })
    })
    return {}
  },
}
