import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '#server/engines/markdown/markdown.ts'
import { readArticle, readArticles } from './articles.ts'

const articles = await readArticles()
const places = [
  ...['/download', '/product', '/help', '/cheats', '/scene', '/passport', '/test'],
  ...articles.filter(({ kind }) => kind === 'help').map(({ slug }) => `/help/${slug}`),
]

test('there are enough articles, each with its own slug', () => {
  expect(articles.filter(article => article.kind === 'help').length).toBeGreaterThanOrEqual(20)
  expect(articles.filter(article => article.kind === 'guide').length).toBeGreaterThanOrEqual(14)
  expect(new Set(articles.map(article => article.slug)).size).toBe(articles.length)
  const sorts = articles.map(({ kind, category, sort }) => `${kind}/${category}/${sort}`)
  expect(new Set(sorts).size, 'two articles at one place of a category').toBe(articles.length)
})

test.each(articles.map(article => [article.slug, article] as const))('%s', (_slug, { markdown, summary, title }) => {
  const { html, contents } = renderMarkdown(markdown)
  expect(contents.length).toBeGreaterThanOrEqual(2)
  expect(markdown).not.toMatch(/^# /m)
  // Emphasis beside full-width punctuation may fail to parse and show its asterisks.
  expect(html).not.toContain('**')
  expect(html.replace(/<[^>]+>|\s/g, '').length).toBeGreaterThan(350)
  // Baidu shows this much of a description and a title.
  expect(summary.length).toBeLessThanOrEqual(80)
  expect(title.length).toBeLessThanOrEqual(30)
  // The brand is configurable, so no article may name it.
  expect(markdown + title + summary).not.toMatch(/海易联|Haiyilian/i)
  for (const [, href = ''] of html.matchAll(/href="([^"]+)"/g)) expect(places).toContain(href)
})

/** These labels are in the desktop client, which is not part of the portal. */
const ofClient = ['连接中', '断开']
const sources = globSync('{web,contract}/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  .map(file => readFileSync(file, 'utf8'))
  .join('\n')

// Only the whole label of a button, a menu or a page counts: “重新提交” is not the button “修改并重新提交”.
test('every control that a help article names exists on the pages under that name', () => {
  const mentioned = articles
    // The installers' articles name labels of operating systems.
    .filter(({ kind, slug }) => kind === 'help' && !slug.startsWith('install-'))
    .flatMap(({ slug, markdown }) =>
      [...markdown.matchAll(/(?:点击|进入|打开|选择|勾选|使用|在|的)\s*「([^」]+)」/g)].flatMap(([, label = '']) =>
        label.split(' → ').map(part => ({ slug, part })),
      ),
    )
  expect(mentioned.length).toBeGreaterThan(60)
  const isShown = (label: string) =>
    new RegExp(`['"\`>（：\\s]${label.replace(/[^\p{L}\p{N}]/gu, String.raw`\$&`)}['"\`<\\s，。？$“]`).test(sources)
  expect(mentioned.filter(({ part }) => !ofClient.includes(part) && !isShown(part))).toEqual([])
})

describe('front matter', () => {
  const head = 'title: 标题\nsummary: 摘要\nkeywords: 词\ncategory: account\nslug: a\nsort: 10'
  test('is read, a colon in a value and CRLF included', () => {
    const source = `---\n${head.replace('标题', '标题: 副题')}\n---\n## 一\n`.replaceAll('\n', '\r\n')
    expect(readArticle(source, 'help', 'a.md')).toMatchObject({ title: '标题: 副题', sort: 10, markdown: '## 一' })
  })
  test.each([
    ['a missing field', `---\n${head.replace('slug: a\n', '')}\n---\n文`],
    ['an unknown field', `---\n${head}\nauthor: x\n---\n文`],
    ['no text', `---\n${head}\n---\n`],
    ['no front matter', '## 一'],
  ])('%s is an error that names the file', (_what, source) => {
    expect(() => readArticle(source, 'help', 'help/a.md')).toThrow('help/a.md')
  })
})
