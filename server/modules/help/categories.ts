import type { ArticleKind } from '#contract/content-names.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { insertCategory } from './categories.sql.ts'

export const targetOf = (id: string) => `article_category:${id}`

interface NewCategory {
  kind: ArticleKind
  slug: string
  name: string
}

/** Returns undefined when the name or the slug is taken. */
export async function createCategory(transaction: Database, { kind, slug, name }: NewCategory) {
  const added = await insertCategory(transaction, { kind, slug, name })
  if (!added) return undefined
  const target = targetOf(added.category_id)
  await recordAudit(transaction, { action: 'article_category.created', target, after: { kind, name, slug } })
  return added
}
