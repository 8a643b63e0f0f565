import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runAs } from '#server/engines/activity/context.ts'
import { testPortal } from '#server/testing/portal.ts'
import { articlesCommand } from './commands.ts'
import { readArticles } from './supplied/articles.ts'

const portal = await testPortal()
const { system, call } = portal
const supplied = await readArticles()

let printed: string[]
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation(text => void printed.push(String(text)))
})
const add = () => runAs('cli:test@host', () => articlesCommand(work => work({ system }), ['add']))
const counted = z.object({ count: z.int() })

test('an empty portal gets the articles that its pages lead to, in their order', async () => {
  await add()
  expect(printed.at(-1)).toBe(`已发布 ${supplied.length} 篇`)
  expect(printed).toContain(`/help/add-employee  ${supplied.find(({ slug }) => slug === 'add-employee')?.title}`)
  const { list } = (await call('getArticleList', { kind: 'help', page_size: 100 })).data
  const shown = list.map(({ title }) => title)
  const titleOf = (wanted: string) => supplied.find(({ slug }) => slug === wanted)?.title ?? ''
  expect(shown.toSorted()).toEqual(supplied.flatMap(({ kind, title }) => (kind === 'help' ? title : [])).toSorted())
  expect(shown.indexOf(titleOf('register'))).toBeLessThan(shown.indexOf(titleOf('cannot-connect')))
  printed = []
  await add()
  expect(printed).toEqual(['产品自带的文章都已经有了'])
})

test('articles that the provider has written, moved or withdrawn stay as they are', async () => {
  await system.change`update article set title = '我们的写法', state = 'archived' where slug = 'bind-ip'`
  await system.change`delete from article where slug = 'slow'`
  await system.change`update article_category set slug = 'other' where kind = 'help' and slug = 'trouble'`
  await add()
  expect(printed.at(-1)).toBe('已发布 1 篇')
  const rows = await system.row(
    counted,
  )`select count(*)::integer as count from article where title = '我们的写法' and state = 'archived'`
  expect(rows?.count).toBe(1)
  const categories = await system.row(
    counted,
  )`select count(*)::integer as count from article_category where kind = 'help'`
  expect(categories?.count).toBe(6)
})
