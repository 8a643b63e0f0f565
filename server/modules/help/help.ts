import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { plainLine, type Rendered, renderMarkdown } from '#server/engines/markdown/markdown.ts'
import { type ArticleFilter, type ArticleRow, countPublished, findPublished, listPublished } from './help.sql.ts'

/** An article in a list, without its text, and with its summary free of Markdown. */
export type Article = ArticleRow
const withPlainSummary = <Row extends ArticleRow>(row: Row): Row => ({ ...row, summary: plainLine(row.summary) })

/** Returns published articles in reading order; those with the keyword in the title come first. */
export async function articles(
  database: Database,
  filter: ArticleFilter & { page?: number; page_size?: number } = {},
): Promise<{ list: Article[]; total: number }> {
  const { page = 1, page_size = 100 } = filter
  const [rows, total] = await together(database, group => [
    listPublished(group, filter, page_size, (page - 1) * page_size),
    countPublished(group, filter),
  ])
  return { list: rows.map(withPlainSummary), total }
}

/** Finds a published article by id or by slug; its text is sanitised HTML. */
export async function article(
  database: Database,
  by: { id: string } | { slug: string },
): Promise<(Article & Rendered) | undefined> {
  const row = await findPublished(database, by)
  if (!row) return undefined
  const { markdown, ...rest } = withPlainSummary(row)
  return { ...rest, ...renderMarkdown(markdown) }
}
