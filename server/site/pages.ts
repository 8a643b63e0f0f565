import type { ArticleKind, SiteArticle, SiteCategory, SiteInstaller, SitePage } from '#contract/site.ts'
import { usablePromotion } from '../channels/channels.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { newestInstallers } from '../downloads/downloads.ts'
import { findCategory } from '../help/categories.sql.ts'
import { findMoved } from '../help/help.sql.ts'
import { type Article, article, articleCategories, articles } from '../help/help.ts'
import { plainLine, renderMarkdown } from '../help/markdown.ts'
import { Refusal } from '../http/envelope.ts'
import { countArticles, listAccessWays, listCatalogues, listRegions } from './site.sql.ts'

/** Data of each document. Undefined: there is no such page. */

const regionsAndWays = async (database: Database) => {
  const [regions, accessWays] = await Promise.all([listRegions(database), listAccessWays(database)])
  return { regions, accessWays }
}

async function installers(database: Database, config: Pick<Config, 'publicUrl'>): Promise<SiteInstaller[]> {
  return (await newestInstallers(database, config)).map(
    ({ clientType, version, url, size, sha256, notes, publishedAt }) => ({
      clientType,
      version,
      address: url,
      size,
      sha256,
      notes,
      publishedAt: publishedAt.toISOString(),
    }),
  )
}

export async function homePage(database: Database): Promise<SitePage> {
  const [places, articleCount] = await Promise.all([regionsAndWays(database), countArticles(database)])
  return { kind: 'home', ...places, articleCount }
}

export const downloadPage = async (database: Database, config: Config): Promise<SitePage> => ({
  kind: 'download',
  installers: await installers(database, config),
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

const shown = ({ id, slug, title, summary, updated_at }: Article): SiteArticle => ({
  id,
  slug,
  title,
  summary: plainLine(summary),
  updatedAt: updated_at.toISOString(),
})

/** Every published article; a page of the list is the longest that one query answers. */
async function allArticles(database: Database, kind: ArticleKind): Promise<Article[]> {
  const found: Article[] = []
  for (let page = 1; ; page++) {
    const { list, total } = await articles(database, { kind, page, page_size: 100 })
    found.push(...list)
    if (!list.length || found.length >= total) return found
  }
}

async function categoriesOf(database: Database, kind: ArticleKind): Promise<SiteCategory[]> {
  const [categories, list] = await Promise.all([articleCategories(database, kind), allArticles(database, kind)])
  const byCategory = Map.groupBy(list, each => each.category_slug)
  return categories.map(({ slug, name }) => ({ slug, name, articles: (byCategory.get(slug) ?? []).map(shown) }))
}

export async function articlesPage(
  database: Database,
  articleKind: ArticleKind,
  category: string | undefined,
): Promise<SitePage | undefined> {
  const categories = await categoriesOf(database, articleKind)
  if (category !== undefined && !categories.some(each => each.slug === category)) return undefined
  return { kind: 'articles', articleKind, categories, category }
}

export async function searchPage(database: Database, articleKind: ArticleKind, query: string): Promise<SitePage> {
  const [categories, { list }] = await Promise.all([
    categoriesOf(database, articleKind),
    articles(database, { kind: articleKind, keyword: query, page_size: 50 }),
  ])
  return { kind: 'search', articleKind, categories, query, found: list.map(shown) }
}

// The policy lets no style attribute through, and alignment is all that the sanitiser leaves of them.
const withoutStyles = (html: string) =>
  html.replaceAll(/ style="text-align: ?(left|center|right);?"/g, ' class="align-$1"')

export async function articlePage(
  database: Database,
  articleKind: ArticleKind,
  slug: string,
): Promise<SitePage | undefined> {
  const found = await article(database, { slug })
  if (!found || found.kind !== articleKind) return undefined
  const categories = await categoriesOf(database, articleKind)
  const order = categories.flatMap(category => category.articles)
  const at = order.findIndex(each => each.id === found.id)
  return {
    kind: 'article',
    articleKind,
    categories,
    category: { slug: found.category_slug, name: found.category },
    article: { ...shown(found), keywords: found.keywords, publishedAt: found.published_at.toISOString() },
    html: withoutStyles(found.html),
    contents: found.contents,
    previous: order[at - 1],
    next: at < 0 ? undefined : order[at + 1],
  }
}

/** As the page of an article will be, from what is being written. */
export async function articlePreview(
  database: Database,
  given: { category_id?: string | undefined; title: string; summary: string; markdown: string },
): Promise<{ page: SitePage; path: string }> {
  const category = given.category_id ? await findCategory(database, given.category_id) : undefined
  const articleKind = category?.kind ?? 'help'
  const { html, contents } = renderMarkdown(given.markdown)
  const now = new Date().toISOString()
  const { title, summary } = given
  const page: SitePage = {
    kind: 'article',
    articleKind,
    categories: await categoriesOf(database, articleKind),
    category: { slug: category?.slug ?? '', name: category?.name ?? '未选择分类' },
    article: {
      id: '',
      slug: '',
      title: title || '未填写标题',
      summary: plainLine(summary),
      keywords: '',
      updatedAt: now,
      publishedAt: now,
    },
    html: withoutStyles(html),
    contents,
    previous: undefined,
    next: undefined,
  }
  return { page, path: `${articleKind === 'help' ? '/help' : '/cheats'}/` }
}

/** Where an article is that used to be at this address, or in the other section. */
export async function movedArticle(database: Database, slug: string): Promise<string | undefined> {
  const found = await findMoved(database, slug)
  return found && `${found.kind === 'help' ? '/help' : '/cheats'}/${found.slug}`
}

const closed: Partial<Record<number, 'unknown' | 'closed' | 'spent'>> = {
  [-43001]: 'unknown',
  [-43002]: 'closed',
  [-43003]: 'spent',
}

/** `code` has passed the rule of six letters or digits. */
export async function promotionPage(database: Database, code: string): Promise<SitePage> {
  try {
    const { channelName, greeting } = await usablePromotion(database, code)
    return { kind: 'promotion', code, partner: { name: channelName, greeting } }
  } catch (error) {
    const reason = error instanceof Refusal ? closed[error.code] : undefined
    if (!reason) throw error
    return { kind: 'promotionClosed', code, reason }
  }
}
