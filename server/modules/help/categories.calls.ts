import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { editedInAudit } from '#server/engines/audit/last-saved.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import {
  allCategories,
  articlesInOrder,
  categoryIds,
  deleteCategory,
  findCategory,
  orderArticles,
  orderCategories,
  renameCategory,
} from './categories.sql.ts'
import { createCategory, targetOf } from './categories.ts'
import { lockAddresses } from './editing.sql.ts'

/** The ids must be the present ones, in any order, as the list may have changed since it was shown. */
function requireSame(requested: string[], present: string[]): void {
  const existing = new Set(present)
  if (new Set(requested).size !== existing.size || requested.some(id => !existing.has(id))) throw new Refusal(-53022)
}

export const articleCategoryOperations = {
  async getArticleCategoryList({ system }) {
    return { list: await allCategories(system) }
  },

  async setArticleCategory({ system }, input) {
    await lockAddresses(system)
    if (input.category_id === undefined) return orRefuse(await createCategory(system, input), -53701)
    const { category_id } = input
    const before = orRefuse(await findCategory(system, category_id), -53021)
    const { kind = before.kind, slug = before.slug, name = before.name } = input
    if (before.kind !== kind || before.slug !== slug) throw new Refusal(-53021)
    const target = targetOf(category_id)
    await requireSeen(system, input, before, editedInAudit(target))
    if (!(await renameCategory(system, category_id, name))) throw new Refusal(-53701)
    await recordAudit(system, {
      action: 'article_category.renamed',
      target,
      before: { name: before.name },
      after: { name },
    })
    return { category_id }
  },

  async deleteArticleCategory({ system }, { category_id }) {
    await lockAddresses(system)
    const before = orRefuse(await findCategory(system, category_id), -53021)
    if (!(await deleteCategory(system, category_id))) throw new Refusal(-53702, before.articles)
    const { kind, name, slug } = before
    const target = targetOf(category_id)
    await recordAudit(system, { action: 'article_category.deleted', target, before: { kind, name, slug } })
  },

  async setArticleCategoryOrder({ system }, { kind, category_ids }) {
    await lockAddresses(system)
    const before = await categoryIds(system, kind)
    requireSame(category_ids, before)
    await orderCategories(system, category_ids)
    const target = `article_categories:${kind}`
    await recordAudit(system, { action: 'article_categories.ordered', target, before, after: category_ids })
  },

  async getArticleOrder({ system }, { category_id }) {
    return { list: await articlesInOrder(system, category_id) }
  },

  async setArticleOrder({ system }, { category_id, article_ids }) {
    await lockAddresses(system)
    const before = (await articlesInOrder(system, category_id)).map(({ article_id }) => article_id)
    requireSame(article_ids, before)
    await orderArticles(system, article_ids)
    const target = targetOf(category_id)
    await recordAudit(system, { action: 'articles.ordered', target, before, after: article_ids })
  },
} satisfies SomeOperations
