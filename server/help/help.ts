import type { Database } from '../database/database.ts'
import {
  type ArticleFilter,
  type ArticleKind,
  type ArticleRow,
  countPublished,
  findPublished,
  listCategories,
  listPublished,
} from './help.sql.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'

export type { ArticleKind } from './help.sql.ts'
/** An article without its text, as lists show it. */
export type Article = ArticleRow

/** Published articles in reading order; those with the keyword in the title come first. */
export async function articles(
  database: Database,
  filter: ArticleFilter & { page?: number; page_size?: number } = {},
): Promise<{ list: Article[]; total: number }> {
  const { page = 1, page_size = 100 } = filter
  const [list, total] = await Promise.all([
    listPublished(database, filter, page_size, (page - 1) * page_size),
    countPublished(database, filter),
  ])
  return { list, total }
}

/** A published article with its text as sanitised HTML, by id or by slug. */
export async function article(
  database: Database,
  by: { id: string } | { slug: string },
): Promise<(Article & Rendered) | undefined> {
  const row = await findPublished(database, by)
  if (!row) return undefined
  const { markdown, ...rest } = row
  return { ...rest, ...renderMarkdown(markdown) }
}

/** Categories that have published articles, with how many. */
export const articleCategories = (database: Database, kind: ArticleKind) => listCategories(database, kind)
