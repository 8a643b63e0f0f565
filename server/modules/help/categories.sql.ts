import sql from 'sql-template-tag'
import type { z } from 'zod'
import { article, articleCategory } from '#contract/records/article.ts'
import type { Database } from '#server/database/database.ts'

type Category = z.output<typeof articleCategory.schema>

/** Counts the articles that are in the category, or whose working version is. */
const inside = sql`(select count(*) from article
  left join article_version as work on work.article_id = article.id and work.number = article.revision
  where article_category.id in (article.category_id, work.category_id))`

const columns = sql`id as category_id, kind, slug, name, ${inside} as articles`

export const allCategories = (database: Database) =>
  database.rows(articleCategory.schema)`select ${columns} from article_category order by kind desc, sort, id`

export const findCategory = (database: Database, id: string) =>
  database.row(articleCategory.schema)`select ${columns} from article_category where id = ${id}`

const categoryKey = articleCategory.schema.pick({ category_id: true })

/** Returns undefined when the name or the slug is taken. */
export const insertCategory = (database: Database, { kind, slug, name }: Pick<Category, 'kind' | 'slug' | 'name'>) =>
  database.row(categoryKey)`
    insert into article_category (kind, slug, name, sort)
    values (${kind}, ${slug}, ${name}, (select coalesce(max(sort), 0) + 1 from article_category where kind = ${kind}))
    on conflict do nothing returning id as category_id`

export const renameCategory = (database: Database, id: string, name: string) =>
  database.change`
    update article_category set name = ${name} where id = ${id} and not exists (
      select from article_category as other
      where other.kind = article_category.kind and other.name = ${name} and other.id <> article_category.id)`

export const deleteCategory = (database: Database, id: string) =>
  database.change`delete from article_category where id = ${id} and ${inside} = 0`

export const categoryIds = async (database: Database, kind: Category['kind']) =>
  (
    await database.rows(
      categoryKey,
    )`select id as category_id from article_category where kind = ${kind} order by sort, id for update`
  ).map(({ category_id }) => category_id)

export const orderCategories = (database: Database, ids: string[]) =>
  database.change`
    update article_category set sort = place.place
    from unnest(${ids}::uuid[]) with ordinality as place (id, place) where article_category.id = place.id`

const articleInOrder = article.schema.pick({ article_id: true, title: true })

export const articlesInOrder = (database: Database, categoryId: string) =>
  database.rows(articleInOrder)`
    select article.id as article_id, coalesce(work.title, article.title) as title from article
    left join article_version as work on work.article_id = article.id and work.number = article.revision
    where article.category_id = ${categoryId} and article.state <> 'archived' order by article.sort, article.id`

export const orderArticles = (database: Database, ids: string[]) =>
  database.change`
    update article set sort = place.place
    from unnest(${ids}::uuid[]) with ordinality as place (id, place) where article.id = place.id`
