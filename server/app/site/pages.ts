import { promotionCodeLimit } from '#contract/channels.ts'
import type { ArticleKind } from '#contract/content-names.ts'
import type { SiteCategory, SitePage } from '#contract/site.ts'
import type { Config } from '#server/core/config.ts'
import { addressKey } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { hitsOf, withinLimit } from '#server/database/limits.ts'
import { plainLine, renderMarkdown } from '#server/engines/markdown/markdown.ts'
import { usablePromotion } from '#server/modules/channels/channels.ts'
import { newestInstallers } from '#server/modules/downloads/downloads.ts'
import { findCategory } from '#server/modules/help/categories.sql.ts'
import { listCategories as findCategories, findMoved } from '#server/modules/help/help.sql.ts'
import { type Article, article, articles } from '#server/modules/help/help.ts'
import { findLawArticle, listAccessWays, listCatalogues, listRegions } from './site.sql.ts'

/** Loaders of each document's data; undefined if there is no such page. */

const regionsAndWays = async (database: Database) => {
  const [regions, accessWays] = await Promise.all([listRegions(database), listAccessWays(database)])
  return { regions, accessWays }
}

export async function homePage(database: Database): Promise<SitePage> {
  const [places, catalogues, law] = await Promise.all([
    regionsAndWays(database),
    listCatalogues(database),
    findLawArticle(database),
  ])
  return { kind: 'home', ...places, catalogues, law }
}

export const downloadPage = async (database: Database, config: Config): Promise<SitePage> => ({
  kind: 'download',
  installers: await newestInstallers(database, config),
})

export const scenePage = async (database: Database): Promise<SitePage> => ({
  kind: 'scene',
  ...(await regionsAndWays(database)),
})

export const detailsPage = async (database: Database): Promise<SitePage> => ({
  kind: 'details',
  ...(await regionsAndWays(database)),
})

export async function productPage(database: Database): Promise<SitePage> {
  const [places, catalogues] = await Promise.all([regionsAndWays(database), listCatalogues(database)])
  return { kind: 'product', ...places, catalogues }
}

/** Lists every published article; one query returns at most a page of the list. */
async function allArticles(database: Database, kind: ArticleKind): Promise<Article[]> {
  const found: Article[] = []
  for (let page = 1; ; page++) {
    const { list, total } = await articles(database, { kind, page, page_size: 100 })
    found.push(...list)
    if (!list.length || found.length >= total) return found
  }
}

async function listCategories(database: Database, kind: ArticleKind): Promise<SiteCategory[]> {
  const [categories, list] = await Promise.all([findCategories(database, kind), allArticles(database, kind)])
  const byCategory = Map.groupBy(list, each => each.category_slug)
  return categories.map(({ slug, name }) => ({ slug, name, articles: byCategory.get(slug) ?? [] }))
}

export async function articlesPage(
  database: Database,
  articleKind: ArticleKind,
  category: string | undefined,
): Promise<SitePage | undefined> {
  const categories = await listCategories(database, articleKind)
  if (category !== undefined && !categories.some(each => each.slug === category)) return undefined
  return { kind: 'articles', articleKind, categories, category }
}

export async function searchPage(database: Database, articleKind: ArticleKind, query: string): Promise<SitePage> {
  const [categories, { list, total }] = await Promise.all([
    listCategories(database, articleKind),
    articles(database, { kind: articleKind, keyword: query, page_size: 50 }),
  ])
  return { kind: 'search', articleKind, categories, query, found: list, total }
}

// The policy forbids style attributes, and alignment is the only one that the sanitizer leaves.
const withoutStyles = (html: string) =>
  html.replaceAll(/ style="text-align: ?(left|center|right);?"/g, ' class="align-$1"')

export async function articlePage(
  database: Database,
  articleKind: ArticleKind,
  slug: string,
): Promise<SitePage | undefined> {
  const found = await article(database, { slug })
  if (!found || found.kind !== articleKind) return undefined
  const categories = await listCategories(database, articleKind)
  const order = categories.flatMap(category => category.articles)
  const at = order.findIndex(each => each.article_id === found.article_id)
  return {
    kind: 'article',
    articleKind,
    categories,
    category: { slug: found.category_slug, name: found.category },
    article: found,
    html: withoutStyles(found.html),
    contents: found.contents,
    previous: order[at - 1],
    next: at < 0 ? undefined : order[at + 1],
  }
}

/** Renders a draft as its published page will look. */
export async function articlePreview(
  database: Database,
  draft: { category_id?: string | undefined; title: string; summary: string; markdown: string },
): Promise<{ page: SitePage; path: string }> {
  const category = draft.category_id ? await findCategory(database, draft.category_id) : undefined
  const articleKind = category?.kind ?? 'help'
  const { html, contents } = renderMarkdown(draft.markdown)
  const now = new Date().toISOString()
  const { title, summary } = draft
  const page: SitePage = {
    kind: 'article',
    articleKind,
    categories: await listCategories(database, articleKind),
    category: { slug: category?.slug ?? '', name: category?.name ?? '未选择分类' },
    article: {
      article_id: '',
      slug: '',
      title: title || '未填写标题',
      summary: plainLine(summary),
      keywords: '',
      updated_at: now,
      published_at: now,
    },
    html: withoutStyles(html),
    contents,
    previous: undefined,
    next: undefined,
  }
  return { page, path: `${articleKind === 'help' ? '/help' : '/cheats'}/` }
}

/** Returns the present path of an article that moved or is in the other section. */
export async function movedArticle(database: Database, slug: string): Promise<string | undefined> {
  const found = await findMoved(database, slug)
  return found && `${found.kind === 'help' ? '/help' : '/cheats'}/${found.slug}`
}

const closed: Partial<Record<number, 'unknown' | 'closed' | 'spent'>> = {
  [-43001]: 'unknown',
  [-43002]: 'closed',
  [-43003]: 'spent',
}

/**
 * `code` has passed the rule of six letters or digits. Unusable codes count towards the limit of `verifyPromotionCode`, beyond
 * which the page reveals nothing about any code. Usable codes do not: many visitors of a fair share one address.
 */
export async function promotionPage(database: Database, code: string, ip: string): Promise<SitePage> {
  const { name: limit, max, seconds } = promotionCodeLimit
  const key = `${limit}:${addressKey(ip)}`
  const tooMany: SitePage = { kind: 'promotionClosed', code, reason: 'tooMany' }
  if ((await hitsOf(database, key, seconds)) >= max) return tooMany
  try {
    const { channel_name: name, greeting } = await usablePromotion(database, code)
    return { kind: 'promotion', code, partner: { name, greeting } }
  } catch (error) {
    const reason = error instanceof Refusal ? closed[error.code] : undefined
    if (!reason) throw error
    return (await withinLimit(database, key, { max, seconds })) ? { kind: 'promotionClosed', code, reason } : tooMany
  }
}
