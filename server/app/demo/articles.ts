import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { articleKinds } from '#contract/content-names.ts'
import type { Database } from '#server/database/database.ts'

const categories = [
  { kind: 'help', slug: 'account', name: '账号与认证', sort: 10 },
  { kind: 'help', slug: 'client', name: '客户端安装与登录', sort: 20 },
  { kind: 'help', slug: 'purchase', name: '购买与支付', sort: 30 },
  { kind: 'help', slug: 'line', name: '专线与 IP', sort: 40 },
  { kind: 'help', slug: 'staff', name: '员工与设备管理', sort: 50 },
  { kind: 'help', slug: 'trouble', name: '常见故障', sort: 60 },
  { kind: 'guide', slug: 'start', name: '起步准备', sort: 10 },
  { kind: 'guide', slug: 'choose', name: '选线方法', sort: 20 },
  { kind: 'guide', slug: 'operate', name: '平台运营', sort: 30 },
  { kind: 'guide', slug: 'comply', name: '合规经营', sort: 40 },
  { kind: 'guide', slug: 'office', name: '海外办公', sort: 50 },
]

const fields = ['title', 'summary', 'keywords', 'category', 'slug', 'sort'] as const
type Field = (typeof fields)[number]

export interface ArticleFile extends Record<Exclude<Field, 'sort'>, string> {
  kind: string
  sort: number
  markdown: string
}

/** Parses `name: value` lines between two `---`, then the text. Throws when a field is missing or unknown. */
export function readArticle(source: string, kind: string, file: string): ArticleFile {
  const [, head = '', markdown = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source.replaceAll('\r\n', '\n')) ?? []
  const header = new Map(
    // The formatter puts a blank line after the first rule.
    head
      .split('\n')
      .filter(line => line.trim())
      .map(line => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
      }),
  )
  const unknown = [...header.keys()].find(name => !fields.some(field => field === name))
  if (unknown !== undefined) throw new Error(`${file}: unknown field "${unknown}"`)
  const field = (name: Field) => {
    const value = header.get(name)
    if (!value) throw new Error(`${file}: ${name} is missing`)
    return value
  }
  if (!markdown.trim()) throw new Error(`${file}: no text`)
  return {
    kind,
    title: field('title'),
    summary: field('summary'),
    keywords: field('keywords'),
    category: field('category'),
    slug: field('slug'),
    sort: Number(field('sort')),
    markdown: markdown.trim(),
  }
}

const folder = join(import.meta.dirname, 'articles')

/** Reads every article of `articles/help` and `articles/guide`. */
export async function readArticles(): Promise<ArticleFile[]> {
  const kinds = await Promise.all(
    articleKinds.map(async kind => {
      const names = (await readdir(join(folder, kind))).filter(name => name.endsWith('.md')).sort()
      return Promise.all(
        names.map(async name => readArticle(await readFile(join(folder, kind, name), 'utf8'), kind, `${kind}/${name}`)),
      )
    }),
  )
  return kinds.flat()
}

export async function insertArticles(database: Database): Promise<void> {
  const articles = await readArticles()
  await database.change`
    insert into article_category (kind, slug, name, sort)
    select kind, slug, name, sort
    from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb)
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
