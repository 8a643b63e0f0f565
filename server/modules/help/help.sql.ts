import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { ArticleKind } from '#contract/content-names.ts'
import { instant } from '#contract/fields.ts'
import { rateArticle } from '#contract/help.ts'
import { article, articleCategory } from '#contract/records/article.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'

const articleRow = article.schema
  .pick({
    article_id: true,
    slug: true,
    kind: true,
    category: true,
    title: true,
    summary: true,
    keywords: true,
    published_at: true,
    updated_at: true,
  })
  .extend({ category_slug: z.string(), published_at: instant })
export type ArticleRow = z.output<typeof articleRow>

const columns = sql`article.id as article_id, article.slug, article_category.kind, article_category.name as category,
  article_category.slug as category_slug, article.title, article.summary, article.keywords, article.published_at,
  article.updated_at`
const published = sql`article join article_category on article_category.id = article.category_id
  where article.state = 'published' and article.published_at <= now()`
const readingOrder = sql`article_category.kind, article_category.sort, article_category.id, article.sort, article.id`

export interface ArticleFilter {
  kind?: ArticleKind | undefined
  /** The category's name or slug. */
  category?: string | undefined
  /** All of these words must occur, in the title, the summary, the keywords or the text. */
  keyword?: string | undefined
}

/** Returns one pattern for each word. */
const patternsOf = ({ keyword }: ArticleFilter): string[] => keyword?.split(/\s+/).filter(Boolean).map(containing) ?? []

const matching = (filter: ArticleFilter): Sql => {
  const { kind, category } = filter
  // The concatenation must be that of the trigram index.
  return sql`${published}
    and (${kind ?? null}::text is null or article_category.kind = ${kind ?? null})
    and (${category ?? null}::text is null or ${category ?? null} in (article_category.name, article_category.slug))
    and (article.title || ' ' || article.summary || ' ' || article.keywords || ' ' || article.markdown)
      ilike all (${patternsOf(filter)}::text[])`
}

export const listPublished = (database: Database, filter: ArticleFilter, limit: number, offset: number) =>
  database.rows(articleRow)`
    select ${columns} from ${matching(filter)}
    order by article.title ilike all (${patternsOf(filter)}::text[]) desc, ${readingOrder}
    limit ${limit} offset ${offset}`

export const countPublished = (database: Database, filter: ArticleFilter) => countRows(database, matching(filter))

const articleWithText = articleRow.extend(article.schema.pick({ markdown: true }).shape)

export const findPublished = (database: Database, by: { id: string } | { slug: string }) =>
  database.row(articleWithText)`
    select ${columns}, article.markdown from ${published}
    and ${'id' in by ? sql`article.id = ${by.id}` : sql`article.slug = ${by.slug}`}`

const movedArticle = articleRow.pick({ kind: true, slug: true })

/** Finds the present address of an article that is or was published at `slug`, in any section. */
export const findMoved = (database: Database, slug: string) =>
  database.row(movedArticle)`
    select article_category.kind, article.slug from ${published}
    and (article.slug = ${slug} or article.id = (select article_id from article_address where slug = ${slug}))`

const listedCategory = articleCategory.schema.pick({ slug: true, name: true, articles: true })

/** Returns the categories that have published articles, with their number. */
export const listCategories = (database: Database, kind: ArticleKind) =>
  database.rows(listedCategory)`
    select article_category.slug, article_category.name, count(*) as articles
    from ${published} and article_category.kind = ${kind}
    group by article_category.id
    order by article_category.sort, article_category.id`

const voteCount = rateArticle.output.extend({ found: z.boolean() })

interface Vote {
  voter: Buffer
  /** All hashes under which an earlier vote of the visitor may be stored. */
  possibleVoters: Buffer[]
  useful: boolean
}

/** A second vote of a visitor replaces the first. The union is needed because a statement does not see its own changes. */
export const vote = (database: Database, articleId: string, { voter, possibleVoters, useful }: Vote) =>
  database.row(voteCount)`
    with earlier as (
      delete from article_vote where article_id = ${articleId} and voter_hash = any(${possibleVoters}) and voter_hash <> ${voter}
    ), own as (
      insert into article_vote (article_id, voter_hash, useful)
      select article.id, ${voter}, ${useful} from ${published} and article.id = ${articleId}
      on conflict (article_id, voter_hash) do update set useful = excluded.useful, voted_at = now()
      returning useful
    ), counted as (
      select useful from own
      union all
      select useful from article_vote where article_id = ${articleId} and voter_hash <> all(${possibleVoters})
    )
    select exists (select from own) as found, count(*) filter (where useful) as useful,
      count(*) filter (where not useful) as useless
    from counted`
