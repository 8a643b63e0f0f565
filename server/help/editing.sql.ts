import sql from 'sql-template-tag'
import type { ArticleState } from '#contract/operations/content-names.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import { actorName } from '../operations/actor-name.ts'
import type { ArticleKind } from './help.sql.ts'

/** What is written of an article. */
export interface Written {
  category_id: string
  slug: string
  title: string
  summary: string
  keywords: string
  markdown: string
}

export interface WorkingRow extends Written {
  id: string
  kind: ArticleKind
  category: string
  state: ArticleState
  has_changes: boolean
  revision: number
  publish_at: Date | null
  published_at: Date | null
  saved_by: string
  saved_at: Date
}

const state = sql`case when article.state = 'draft' and article.publish_at is not null then 'scheduled' else article.state end`

/** Every article with the version that is worked on; its own columns are that version until somebody has saved one. */
const working = sql`article
  left join article_version as work on work.article_id = article.id and work.number = article.revision
  join article_category on article_category.id = coalesce(work.category_id, article.category_id)`
const columns = sql`article.id, article_category.kind, article_category.name as category,
  article_category.id as category_id, coalesce(work.slug, article.slug) as slug,
  coalesce(work.title, article.title) as title, coalesce(work.summary, article.summary) as summary,
  coalesce(work.keywords, article.keywords) as keywords, ${state} as state,
  article.state = 'published' and article.revision <> article.published_revision as has_changes, article.revision,
  article.publish_at, article.published_at, ${actorName(sql`work.saved_by`)} as saved_by,
  coalesce(work.saved_at, article.updated_at) as saved_at`

export interface EditingFilter {
  kind?: ArticleKind | undefined
  category_id?: string | undefined
  state?: ArticleState | undefined
  keyword?: string | undefined
}

const matching = ({ kind, category_id, state: wanted, keyword }: EditingFilter) => {
  const patterns = keyword?.split(/\s+/).filter(Boolean).map(containing) ?? []
  return sql`from ${working}
    where (${kind ?? null}::text is null or article_category.kind = ${kind ?? null})
      and (${category_id ?? null}::uuid is null or article_category.id = ${category_id ?? null})
      and (case when ${wanted ?? null}::text is null then article.state <> 'archived' else ${state} = ${wanted ?? null} end)
      and (coalesce(work.title, article.title) || ' ' || coalesce(work.summary, article.summary) || ' '
        || coalesce(work.keywords, article.keywords) || ' ' || coalesce(work.markdown, article.markdown))
        ilike all (${patterns}::text[])`
}

export const workingList = (database: Database, filter: EditingFilter, limit: number, offset: number) =>
  database.rows<Omit<WorkingRow, 'markdown'> & { useful: number; useless: number }>(sql`
    select ${columns},
      (select count(*)::integer from article_vote where article_id = article.id and useful) as useful,
      (select count(*)::integer from article_vote where article_id = article.id and not useful) as useless
    ${matching(filter)}
    order by article_category.kind desc, article_category.sort, article_category.id, article.sort, article.id
    limit ${limit} offset ${offset}`)

export const countWorking = async (database: Database, filter: EditingFilter) =>
  (await database.row<{ total: number }>(sql`select count(*)::integer as total ${matching(filter)}`))?.total ?? 0

export const findWorking = (database: Database, id: string) =>
  database.row<WorkingRow>(sql`
    select ${columns}, coalesce(work.markdown, article.markdown) as markdown from ${working} where article.id = ${id}`)

// Any number that nothing else in this database locks.
const addresses = 4_715_301_917
/** What takes an address or a place in an order waits its turn until the transaction ends: there are few who write. */
export const lockAddresses = (transaction: Database) =>
  transaction.row(sql`select pg_advisory_xact_lock(${addresses}::bigint)::text as locked`)

/** Whether no other article is, was or is going to be at this address. */
export const isFree = async (database: Database, slug: string, articleId: string | null) =>
  !(await database.row(sql`
    select from article where slug = ${slug} and id is distinct from ${articleId}::uuid
    union all select from article_address where slug = ${slug} and article_id is distinct from ${articleId}::uuid
    union all select from article_version join article on article.id = article_id and number = revision
      where article_version.slug = ${slug} and article_id is distinct from ${articleId}::uuid
    limit 1`))

/** At the end of its category, and with its first version. */
export async function insertArticle(transaction: Database, written: Written, actor: string): Promise<string> {
  const made = await transaction.row<{ id: string }>(sql`
    insert into article (category_id, slug, title, summary, keywords, markdown, sort)
    values (${written.category_id}, ${written.slug}, ${written.title}, ${written.summary}, ${written.keywords},
      ${written.markdown}, ${lastIn(written.category_id)})
    returning id`)
  if (!made) throw new Error('article answered no row')
  await insertVersion(transaction, made.id, 1, written, actor)
  return made.id
}

const lastIn = (categoryId: string) =>
  sql`(select coalesce(max(sort), 0) + 1 from article as others where others.category_id = ${categoryId})`

export const insertVersion = (
  transaction: Database,
  articleId: string,
  number: number,
  { category_id, slug, title, summary, keywords, markdown }: Written,
  actor: string,
) =>
  transaction.change(sql`
    insert into article_version (article_id, number, category_id, slug, title, summary, keywords, markdown, saved_by)
    values (${articleId}, ${number}, ${category_id}, ${slug}, ${title}, ${summary}, ${keywords}, ${markdown}, ${actor})`)

/** An article that came by other means gets the version that it is, before another one follows. */
export const keepOwnVersion = (transaction: Database, articleId: string) =>
  transaction.change(sql`
    insert into article_version (article_id, number, category_id, slug, title, summary, keywords, markdown, saved_by,
      saved_at, published_at)
    select id, revision, category_id, slug, title, summary, keywords, markdown, 'portal', updated_at, published_at
    from article where id = ${articleId}
    on conflict (article_id, number) do nothing`)

/** The next number, for who knows the last one; undefined: somebody else has saved meanwhile, or there is no such article. */
export const nextRevision = (transaction: Database, articleId: string, known: number) =>
  transaction.row<{ revision: number; published_at: Date | null }>(sql`
    update article set revision = revision + 1 where id = ${articleId} and revision = ${known}
    returning revision, published_at`)

/** What the version that is worked on says becomes the article's own; in another category it comes last. */
export const showVersion = (transaction: Database, articleId: string) =>
  transaction.change(sql`
    update article set slug = work.slug, title = work.title, summary = work.summary, keywords = work.keywords,
      markdown = work.markdown,
      sort = case when article.category_id = work.category_id then article.sort
        else (select coalesce(max(sort), 0) + 1 from article as others where others.category_id = work.category_id) end,
      category_id = work.category_id
    from article_version as work
    where article.id = ${articleId} and work.article_id = article.id and work.number = article.revision`)

/** The address at which it was public leads on to the new one. */
export async function keepFormerAddress(transaction: Database, articleId: string): Promise<void> {
  await transaction.change(sql`
    insert into article_address (slug, article_id)
    select article.slug, article.id from article
    join article_version as work on work.article_id = article.id and work.number = article.revision
    where article.id = ${articleId} and article.published_at is not null and work.slug <> article.slug
    on conflict do nothing`)
  await transaction.change(sql`
    delete from article_address where article_id = ${articleId}
      and slug = (select work.slug from article_version as work join article on article.id = work.article_id
        and article.revision = work.number where article.id = ${articleId})`)
}

export const markPublished = (transaction: Database, articleId: string) =>
  transaction.change(sql`
    with shown as (
      update article set state = 'published', published_at = coalesce(published_at, now()), updated_at = now(),
        published_revision = revision, publish_at = null, scheduled_by = null
      where id = ${articleId} returning id, revision
    )
    update article_version set published_at = coalesce(published_at, now())
    from shown where article_id = shown.id and number = shown.revision`)

export interface VersionRow {
  number: number
  title: string
  saved_by: string
  saved_at: Date
  published_at: Date | null
  length: number
}

export const versionList = (database: Database, articleId: string, limit: number, offset: number) =>
  database.rows<VersionRow>(sql`
    select number, title, ${actorName(sql`saved_by`)} as saved_by, saved_at, published_at,
      char_length(markdown) as length
    from article_version where article_id = ${articleId} order by number desc limit ${limit} offset ${offset}`)

export const countVersions = async (database: Database, articleId: string) =>
  (
    await database.row<{ total: number }>(
      sql`select count(*)::integer as total from article_version where article_id = ${articleId}`,
    )
  )?.total ?? 0

export const findVersion = (database: Database, articleId: string, number: number) =>
  database.row<Omit<Written, 'category_id'> & { number: number; category_id: string | null }>(sql`
    select number, category_id, slug, title, summary, keywords, markdown
    from article_version where article_id = ${articleId} and number = ${number}`)
