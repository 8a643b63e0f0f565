import type { Database } from '#server/database/database.ts'
import { readArticles, suppliedCategories } from '#server/modules/help/supplied/articles.ts'

export async function insertArticles(database: Database): Promise<void> {
  const articles = await readArticles()
  await database.change`
    insert into article_category (kind, slug, name, sort)
    select kind, slug, name, sort
    from jsonb_to_recordset(${JSON.stringify(suppliedCategories)}::jsonb)
      as input (kind text, slug text, name text, sort integer)`
  // Later articles of a category are newer; all date from the last months.
  const inserted = await database.change`
    insert into article (category_id, slug, title, summary, keywords, markdown, sort, state, published_at, created_at,
      updated_at)
    select article_category.id, input.slug, input.title, input.summary, input.keywords, input.markdown, input.sort,
      'published', at, at, at
    from jsonb_to_recordset(${JSON.stringify(articles)}::jsonb) as input (kind text, category text, slug text,
      title text, summary text, keywords text, markdown text, sort integer)
    join article_category on article_category.kind = input.kind and article_category.slug = input.category
    cross join lateral (
      select now() - make_interval(days => 100 - input.sort, hours => article_category.sort) as at
    ) as moment
    order by article_category.kind, article_category.sort, input.sort`
  if (inserted !== articles.length) throw new Error('an article names a category that does not exist')
}
