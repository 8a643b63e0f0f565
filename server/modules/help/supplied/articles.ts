import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArticleKind, articleKinds } from '#contract/content-names.ts'

export interface SuppliedCategory {
  kind: ArticleKind
  slug: string
  name: string
  sort: number
}

/** The categories of the product's own articles, in their order. */
export const suppliedCategories: SuppliedCategory[] = [
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

export interface SuppliedArticle extends Record<Exclude<Field, 'sort'>, string> {
  kind: ArticleKind
  sort: number
  markdown: string
}

/** Parses `name: value` lines between two `---`, then the text. Throws when a field is missing or unknown. */
export function readArticle(source: string, kind: ArticleKind, file: string): SuppliedArticle {
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

/** Reads the articles that come with the product, in their order; they are in `help` and `guide` here. */
export async function readArticles(): Promise<SuppliedArticle[]> {
  const kinds = await Promise.all(
    articleKinds.map(async kind => {
      const names = (await readdir(join(import.meta.dirname, kind))).filter(name => name.endsWith('.md')).sort()
      return Promise.all(
        names.map(async name =>
          readArticle(await readFile(join(import.meta.dirname, kind, name), 'utf8'), kind, `${kind}/${name}`),
        ),
      )
    }),
  )
  return kinds.flat().sort((one, other) => one.sort - other.sort)
}
