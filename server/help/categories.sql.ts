import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { ArticleKind } from './help.sql.ts'

export interface EditedCategory {
  id: string
  kind: ArticleKind
  slug: string
  name: string
  articles: number
}

/** Articles that stand there, or whose version that is worked on does. */
const inside = sql`(select count(*)::integer from article
  left join article_version as work on work.article_id = article.id and work.number = article.revision
  where article_category.id in (article.category_id, work.category_id))`

export const allCategories = (database: Database) =>
  database.rows<EditedCategory>(sql`
    select id, kind, slug, name, ${inside} as articles from article_category order by kind desc, sort, id`)

export const findCategory = (database: Database, id: string) =>
  database.row<EditedCategory>(sql`
    select id, kind, slug, name, ${inside} as articles from article_category where id = ${id}`)

/** Undefined: the name or the slug is taken. */
export const insertCategory = (
  database: Database,
  { kind, slug, name }: Pick<EditedCategory, 'kind' | 'slug' | 'name'>,
) =>
  database.row<{ id: string }>(sql`
    insert into article_category (kind, slug, name, sort)
    values (${kind}, ${slug}, ${name}, (select coalesce(max(sort), 0) + 1 from article_category where kind = ${kind}))
    on conflict do nothing returning id`)

export const renameCategory = (database: Database, id: string, name: string) =>
  database.change(sql`
    update article_category set name = ${name} where id = ${id} and not exists (
      select from article_category as other
      where other.kind = article_category.kind and other.name = ${name} and other.id <> article_category.id)`)

export const deleteCategory = (database: Database, id: string) =>
  database.change(sql`delete from article_category where id = ${id} and ${inside} = 0`)

export const categoryIds = async (database: Database, kind: ArticleKind) =>
  (
    await database.rows<{ id: string }>(
      sql`select id from article_category where kind = ${kind} order by sort, id for update`,
    )
  ).map(({ id }) => id)

export const orderCategories = (database: Database, ids: string[]) =>
  database.change(sql`
    update article_category set sort = place.place
    from unnest(${ids}::uuid[]) with ordinality as place (id, place) where article_category.id = place.id`)

export const articlesInOrder = (database: Database, categoryId: string) =>
  database.rows<{ id: string; title: string }>(sql`
    select article.id, coalesce(work.title, article.title) as title from article
    left join article_version as work on work.article_id = article.id and work.number = article.revision
    where article.category_id = ${categoryId} and article.state <> 'archived' order by article.sort, article.id`)

export const orderArticles = (database: Database, ids: string[]) =>
  database.change(sql`
    update article set sort = place.place
    from unnest(${ids}::uuid[]) with ordinality as place (id, place) where article.id = place.id`)
