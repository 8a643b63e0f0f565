import sql from 'sql-template-tag'
import type { z } from 'zod'
import { articles as content } from '#contract/operations/content-articles.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { article } from '#contract/records/article.ts'
import { countOf, countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import { selectList } from '#server/database/select-list.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import { actorName } from '#server/engines/audit/actor-name.ts'

/** The fields of an article that an operator writes. */
export type Written = Omit<OperationParsed<'saveContentArticle'>, 'article_id' | 'revision'>

/** The article with its working version. */
const workingRow = article.schema.omit({ updated_at: true })
export type WorkingRow = z.output<typeof workingRow>
const listedRow = content.getContentArticleList.output.shape.list.element

const state = sql`case when article.state = 'draft' and article.publish_at is not null then 'scheduled' else article.state end`

/** Joins every article with its working version; until one is saved, the article's own columns are that version. */
const working = sql`article
  left join article_version as work on work.article_id = article.id and work.number = article.revision
  join article_category on article_category.id = coalesce(work.category_id, article.category_id)`
const columns = sql`article.id as article_id, article_category.kind, article_category.name as category,
  article_category.id as category_id, coalesce(work.slug, article.slug) as slug,
  coalesce(work.title, article.title) as title, ${state} as state,
  article.state = 'published' and article.revision <> article.published_revision as has_changes,
  article.publish_at, article.published_at, ${actorName(sql`work.saved_by`)} as saved_by,
  coalesce(work.saved_at, article.updated_at) as saved_at`

type EditingFilter = Omit<OperationParsed<'getContentArticleList'>, 'page' | 'page_size'>

const matching = ({ kind, category_id, state: stateFilter, keyword }: EditingFilter) => {
  const patterns = keyword?.split(/\s+/).filter(Boolean).map(containing) ?? []
  return sql`from ${working}
    where (${kind ?? null}::text is null or article_category.kind = ${kind ?? null})
      and (${category_id ?? null}::uuid is null or article_category.id = ${category_id ?? null})
      and (case when ${stateFilter ?? null}::text is null then article.state <> 'archived' else ${state} = ${stateFilter ?? null} end)
      and (coalesce(work.title, article.title) || ' ' || coalesce(work.summary, article.summary) || ' '
        || coalesce(work.keywords, article.keywords) || ' ' || coalesce(work.markdown, article.markdown))
        ilike all (${patterns}::text[])`
}

export const workingList = (database: Database, filter: EditingFilter, limit: number, offset: number) =>
  database.rows(listedRow)`
    select ${columns},
      (select count(*) from article_vote where article_id = article.id and useful) as useful,
      (select count(*) from article_vote where article_id = article.id and not useful) as useless
    ${matching(filter)}
    order by article_category.kind desc, article_category.sort, article_category.id, article.sort, article.id
    limit ${limit} offset ${offset}`

export const countWorking = (database: Database, filter: EditingFilter) =>
  countOf(database, sql`select count(*) ${matching(filter)}`)

export const findWorking = (database: Database, id: string) =>
  database.row(workingRow)`
    select ${columns}, coalesce(work.summary, article.summary) as summary,
      coalesce(work.keywords, article.keywords) as keywords, coalesce(work.markdown, article.markdown) as markdown,
      article.revision
    from ${working} where article.id = ${id}`

const address = article.schema.pick({ kind: true, slug: true })

/** Finds the public place of an article, which its working version may change. */
export const findAddress = (database: Database, id: string) =>
  database.row(address)`
    select article_category.kind, article.slug from article
    join article_category on article_category.id = article.category_id
    where article.id = ${id}`

// An arbitrary number that nothing else in this database locks.
const addresses = 4_715_301_917
/** Makes other writers of an address or a place in an order wait for the transaction, which is harmless as few people write. */
export const lockAddresses = (transaction: Database) =>
  transaction.change`select pg_advisory_xact_lock(${addresses}::bigint)`

/** Reports whether no other article is, was or is going to be at this address. */
export const isFree = async (database: Database, slug: string, articleId: string | null) =>
  !(await database.change`
    select from article where slug = ${slug} and id is distinct from ${articleId}::uuid
    union all select from article_address where slug = ${slug} and article_id is distinct from ${articleId}::uuid
    union all select from article_version join article on article.id = article_id and number = revision
      where article_version.slug = ${slug} and article_id is distinct from ${articleId}::uuid
    limit 1`)

const articleKey = article.schema.pick({ article_id: true })

/** The article is inserted at the end of its category, with its first version. */
export async function insertArticle(transaction: Database, written: Written): Promise<string> {
  const added = await transaction.one(articleKey)`
    insert into article (category_id, slug, title, summary, keywords, markdown, sort)
    values (${written.category_id}, ${written.slug}, ${written.title}, ${written.summary}, ${written.keywords},
      ${written.markdown}, ${lastIn(written.category_id)})
    returning id as article_id`
  await insertVersion(transaction, added.article_id, 1, written)
  return added.article_id
}

const lastIn = (categoryId: string) =>
  sql`(select coalesce(max(sort), 0) + 1 from article as others where others.category_id = ${categoryId})`

export const insertVersion = (
  transaction: Database,
  articleId: string,
  number: number,
  { category_id, slug, title, summary, keywords, markdown }: Written,
) =>
  transaction.change`
    insert into article_version (article_id, number, category_id, slug, title, summary, keywords, markdown, saved_by)
    values (${articleId}, ${number}, ${category_id}, ${slug}, ${title}, ${summary}, ${keywords}, ${markdown}, ${auditActor()})`

/** An article that was created otherwise has no version, so the present one is stored before another follows. */
export const keepOwnVersion = (transaction: Database, articleId: string) =>
  transaction.change`
    insert into article_version (article_id, number, category_id, slug, title, summary, keywords, markdown, saved_by,
      saved_at, published_at)
    select id, revision, category_id, slug, title, summary, keywords, markdown, 'portal', updated_at, published_at
    from article where id = ${articleId}
    on conflict (article_id, number) do nothing`

const numbered = article.schema.pick({ revision: true, published_at: true })

/**
 * Takes the next revision for a writer who knows the last one. Returns undefined when another operator has saved meanwhile, or the
 * article does not exist.
 */
export const nextRevision = (transaction: Database, articleId: string, expectedRevision: number) =>
  transaction.row(numbered)`
    update article set revision = revision + 1 where id = ${articleId} and revision = ${expectedRevision}
    returning revision, published_at`

/** Publishes the working version as the article's own; in another category the article comes last. */
export const showVersion = (transaction: Database, articleId: string) =>
  transaction.change`
    update article set slug = work.slug, title = work.title, summary = work.summary, keywords = work.keywords,
      markdown = work.markdown,
      sort = case when article.category_id = work.category_id then article.sort
        else (select coalesce(max(sort), 0) + 1 from article as others where others.category_id = work.category_id) end,
      category_id = work.category_id
    from article_version as work
    where article.id = ${articleId} and work.article_id = article.id and work.number = article.revision`

/** Redirects the article's former public address to the new one. */
export async function keepFormerAddress(transaction: Database, articleId: string): Promise<void> {
  await transaction.change`
    insert into article_address (slug, article_id)
    select article.slug, article.id from article
    join article_version as work on work.article_id = article.id and work.number = article.revision
    where article.id = ${articleId} and article.published_at is not null and work.slug <> article.slug
    on conflict do nothing`
  await transaction.change`
    delete from article_address where article_id = ${articleId}
      and slug = (select work.slug from article_version as work join article on article.id = work.article_id
        and article.revision = work.number where article.id = ${articleId})`
}

export const markPublished = (transaction: Database, articleId: string) =>
  transaction.change`
    with shown as (
      update article set state = 'published', published_at = coalesce(published_at, now()), updated_at = now(),
        published_revision = revision, publish_at = null, scheduled_by = null
      where id = ${articleId} returning id, revision
    )
    update article_version set published_at = coalesce(published_at, now())
    from shown where article_id = shown.id and number = shown.revision`

const listedVersion = content.getArticleVersionList.output.shape.list.element

export const versionList = (database: Database, articleId: string, limit: number, offset: number) =>
  database.rows(listedVersion)`
    select number, title, ${actorName(sql`saved_by`)} as saved_by, saved_at, published_at,
      char_length(markdown) as length
    from article_version where article_id = ${articleId} order by number desc limit ${limit} offset ${offset}`

export const countVersions = (database: Database, articleId: string) =>
  countRows(database, sql`article_version where article_id = ${articleId}`)

const version = content.getArticleVersion.output

export const findVersion = (database: Database, articleId: string, number: number) =>
  database.row(version)`
    select ${selectList(version)} from article_version
    where article_id = ${articleId} and number = ${number}`
