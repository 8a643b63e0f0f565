import sql, { type Sql } from 'sql-template-tag'
import type { articleKinds } from '#contract/help.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'

export type ArticleKind = (typeof articleKinds)[number]

export interface ArticleRow {
  id: string
  slug: string
  kind: ArticleKind
  category: string
  category_slug: string
  title: string
  summary: string
  keywords: string
  published_at: Date
  updated_at: Date
}

const columns = sql`article.id, article.slug, article_category.kind, article_category.name as category,
  article_category.slug as category_slug, article.title, article.summary, article.keywords, article.published_at,
  article.updated_at`
const published = sql`article join article_category on article_category.id = article.category_id
  where article.state = 'published' and article.published_at <= now()`
const readingOrder = sql`article_category.kind, article_category.sort, article_category.id, article.sort, article.id`

export interface ArticleFilter {
  kind?: ArticleKind | undefined
  /** A category's name or slug. */
  category?: string | undefined
  /** Words that must all occur, in the title, the summary, the keywords or the text. */
  keyword?: string | undefined
}

const matching = ({ kind, category, keyword }: ArticleFilter): Sql => {
  const patterns = keyword?.split(/\s+/).filter(Boolean).map(containing) ?? []
  // The concatenation is that of the trigram index.
  return sql`${published}
    and (${kind ?? null}::text is null or article_category.kind = ${kind ?? null})
    and (${category ?? null}::text is null or ${category ?? null} in (article_category.name, article_category.slug))
    and (article.title || ' ' || article.summary || ' ' || article.keywords || ' ' || article.markdown)
      ilike all (${patterns}::text[])`
}

export const listPublished = (database: Database, filter: ArticleFilter, limit: number, offset: number) =>
  database.rows<ArticleRow>(sql`
    select ${columns} from ${matching(filter)}
    order by article.title ilike ${containing(filter.keyword ?? '')} desc, ${readingOrder}
    limit ${limit} offset ${offset}`)

export const countPublished = async (database: Database, filter: ArticleFilter): Promise<number> =>
  (await database.row<{ total: number }>(sql`select count(*)::integer as total from ${matching(filter)}`))?.total ?? 0

export const findPublished = (database: Database, by: { id: string } | { slug: string }) =>
  database.row<ArticleRow & { markdown: string }>(sql`
    select ${columns}, article.markdown from ${published}
    and ${'id' in by ? sql`article.id = ${by.id}` : sql`article.slug = ${by.slug}`}`)

/** The present address of what was published at `slug` once, or is in whichever section. */
export const findMoved = (database: Database, slug: string) =>
  database.row<Pick<ArticleRow, 'kind' | 'slug'>>(sql`
    select article_category.kind, article.slug from ${published}
    and (article.slug = ${slug} or article.id = (select article_id from article_address where slug = ${slug}))`)

export interface CategoryRow {
  slug: string
  name: string
  articles: number
}

export const listCategories = (database: Database, kind: ArticleKind) =>
  database.rows<CategoryRow>(sql`
    select article_category.slug, article_category.name, count(*)::integer as articles
    from ${published} and article_category.kind = ${kind}
    group by article_category.id
    order by article_category.sort, article_category.id`)

export interface VoteCount {
  found: boolean
  useful: number
  useless: number
}

/** One vote a visitor: a second one replaces the first. A statement does not see its own insert, hence the union. */
export const vote = (database: Database, articleId: string, voterHash: Buffer, useful: boolean) =>
  database.row<VoteCount>(sql`
    with given as (
      insert into article_vote (article_id, voter_hash, useful)
      select article.id, ${voterHash}, ${useful} from ${published} and article.id = ${articleId}
      on conflict (article_id, voter_hash) do update set useful = excluded.useful, voted_at = now()
      returning useful
    ), counted as (
      select useful from given
      union all
      select useful from article_vote where article_id = ${articleId} and voter_hash <> ${voterHash}
    )
    select exists (select from given) as found, count(*) filter (where useful)::integer as useful,
      count(*) filter (where not useful)::integer as useless
    from counted`)
