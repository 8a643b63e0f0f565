import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
} from '#contract/operations/index.ts'
import { testReplica } from '#server/testing/replica.ts'
import { testSite } from './testing.ts'

const site = await testSite()
const { get, make, system } = site
// A second replica must see the changes made at the first.
const other = await testReplica(site.config, site)
await other.app.ready()
afterAll(() => other.stop())
const elsewhere = (url: string) => other.app.inject({ url })
const { token } = await make.operator('content')

async function operate<Name extends OperationName>(name: Name, input: OperationInput<Name>) {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/operations${operations[name].path}`,
    headers: { authorization: 'operations-web 1201', cookie: `__Host-operator=${token}` },
    payload: input as object,
  })
  return answer.json<{ code: number; data: OperationOutput<Name> }>()
}

async function ok<Name extends OperationName>(name: Name, input: OperationInput<Name>): Promise<OperationOutput<Name>> {
  const answer = await operate(name, input)
  expect(answer, name).toMatchObject({ code: 200 })
  return answer.data
}

const seen = (url: string, text: string) => expect.poll(async () => (await elsewhere(url)).body).toContain(text)
const gone = (url: string, text: string) => expect.poll(async () => (await elsewhere(url)).body).not.toContain(text)

async function category(kind: 'help' | 'guide') {
  const slug = `c-${randomUUID()}`
  return (await ok('setArticleCategory', { kind, name: slug.slice(0, 18), slug })).category_id
}

test('an article published here shows on all replicas; after a move its old address redirects', async () => {
  const [help, guide] = [await category('help'), await category('guide')]
  const slug = `a-${randomUUID()}`
  const written = { category_id: help, slug, title: '全新的文章', summary: '摘要', keywords: '', markdown: '正文在此' }
  const { article_id } = await ok('saveContentArticle', written)
  await elsewhere('/help')
  const places = ['/help', '/help?q=全新的文章', '/sitemap.xml', `/help/${slug}`]
  // The article must not appear anywhere before its time.
  const publish_at = new Date(Date.now() + 60_000).toISOString()
  await ok('setContentArticleState', { article_id, revision: 1, action: 'schedule', publish_at })
  for (const place of places)
    expect((await elsewhere(encodeURI(place))).body).not.toMatch(new RegExp(`>全新的文章|${slug}<`))
  expect((await elsewhere(`/help/${slug}`)).statusCode).toBe(404)
  await ok('setContentArticleState', { article_id, revision: 1, action: 'publish' })
  await seen('/help', '全新的文章')
  await seen(encodeURI('/help?q=全新的文章'), `href="/help/${slug}"`)
  await seen('/sitemap.xml', slug)
  await seen(`/help/${slug}`, '正文在此')

  const renamed = `b-${randomUUID()}`
  await ok('saveContentArticle', { ...written, article_id, revision: 1, slug: renamed, category_id: guide })
  expect((await elsewhere(`/help/${slug}`)).statusCode).toBe(200)
  await ok('setContentArticleState', { article_id, revision: 2, action: 'publish' })
  await seen(`/cheats/${renamed}`, '正文在此')
  for (const old of [`/help/${slug}`, `/cheats/${slug}`, `/help/${renamed}`]) {
    const answer = await elsewhere(old)
    expect([answer.statusCode, answer.headers.location]).toEqual([301, `/cheats/${renamed}`])
    expect(answer.headers['cache-control']).toBe('no-cache')
  }
  await ok('saveContentArticle', { ...written, article_id, revision: 2, category_id: guide })
  await ok('setContentArticleState', { article_id, revision: 3, action: 'publish' })
  await seen(`/cheats/${slug}`, '正文在此')
  await expect.poll(async () => (await elsewhere(`/cheats/${renamed}`)).headers.location).toBe(`/cheats/${slug}`)
  await ok('setContentArticleState', { article_id, revision: 3, action: 'unpublish' })
  await expect.poll(async () => (await elsewhere(`/cheats/${slug}`)).statusCode).toBe(404)
  expect((await elsewhere(`/cheats/${renamed}`)).statusCode).toBe(404)
})

test('the preview equals the page in text and styles, without a script', async () => {
  const markdown =
    '## 第一步\n\n<script>alert(1)</script>\n\n[x](javascript:alert(2))\n\n| a | b |\n| :-: | - |\n| 1 | 2 |\n'
  const { html } = await ok('previewArticle', { title: '标题', summary: '**要点**在此', markdown })
  const { id } = await make.article({ markdown, summary: '**要点**在此' })
  const { slug } = (await system.row(z.object({ slug: z.string() }))`select slug from article where id = ${id}`) ?? {
    slug: '',
  }
  await expect.poll(async () => (await get(`/help/${slug}`)).statusCode).toBe(200)
  const page = (await get(`/help/${slug}`)).body
  const prose = (text: string) => /<div class="prose">.*?<section class="vote"/s.exec(text)?.[0]
  const style = (text: string) => /<style>.*?<\/style>/s.exec(text)?.[0]
  expect(prose(html)).toContain('class="align-center"')
  expect(prose(html)).toBe(prose(page))
  // A summary is shown where there is no markup: in lists and in the page's description.
  for (const text of [html, page, (await get('/help')).body]) expect(text).not.toContain('**要点')
  for (const text of [page, (await get('/help')).body]) expect(text).toContain('要点在此')
  expect(style(html)).toBe(style(page))
  expect(html).not.toContain('<script')
  expect(html).not.toContain('href="javascript:')
})

const until = (time: number) => sleep(time + 20 - Date.now())

const announce = (values: object) => ({
  title: '系统维护',
  text: '今晚 **23:00** 起，[查看说明](/help)',
  level: 'warning' as const,
  place: 'both' as const,
  starts_at: new Date().toISOString(),
  ends_at: null,
  ...values,
})

const inConsole = async () => {
  const answer = await other.app.inject({
    method: 'POST',
    url: '/api/v1/announcement/getAnnouncementList',
    headers: { 'content-type': 'application/json' },
    payload: { place: 'console' },
  })
  return answer.json<{ data: { list: { title: string }[] } }>().data.list.map(({ title }) => title)
}

test('an announcement begins and ends by the clock on pages that are kept, and in the console', async () => {
  const lasts = 3_000
  const starts = Date.now() + lasts
  const title = `维护${randomUUID().slice(0, 8)}`
  const { announcement_id } = await ok(
    'setAnnouncement',
    announce({ title, starts_at: new Date(starts).toISOString(), ends_at: new Date(starts + lasts).toISOString() }),
  )
  await elsewhere('/')
  await ok('setAnnouncementState', { announcement_id, revision: 1, action: 'publish' })
  expect(await ok('getContentAnnouncementList', { state: 'coming' })).toMatchObject({
    total: 1,
    list: [{ text: '今晚 **23:00** 起，[查看说明](/help)', excerpt: '今晚 23:00 起，查看说明' }],
  })
  const before = (await elsewhere('/')).body
  // The page is rendered before the announcement starts; otherwise the test would prove nothing.
  expect(Date.now()).toBeLessThan(starts)
  expect(before).not.toContain(title)
  expect(await inConsole()).not.toContain(title)
  await until(starts)
  const shown = await elsewhere('/')
  expect(shown.body).toContain(title)
  expect(shown.body).toContain('今晚 <strong>23:00</strong> 起，<a href="/help">查看说明</a>')
  expect(await inConsole()).toContain(title)
  // The announcement's script may run, because the policy lists its hash beside those of the page's two scripts and of the style.
  const scripts = [...shown.body.matchAll(/<script>(.*?)<\/script>/g)]
  expect(scripts).toHaveLength(3)
  expect(shown.headers['content-security-policy']?.toString().match(/'sha256-/g)).toHaveLength(4)
  await until(starts + lasts)
  expect((await elsewhere('/')).body).not.toContain(title)
  expect(await inConsole()).not.toContain(title)
})

test('a withdrawn announcement disappears everywhere; one for the console is not on the site', async () => {
  const title = `通知${randomUUID().slice(0, 8)}`
  const { announcement_id } = await ok('setAnnouncement', announce({ title, place: 'console' }))
  await ok('setAnnouncementState', { announcement_id, revision: 1, action: 'publish' })
  await expect.poll(inConsole).toContain(title)
  expect((await elsewhere('/')).body).not.toContain(title)
  await ok('setAnnouncement', { ...announce({ title, place: 'both' }), announcement_id, revision: 2 })
  await seen('/', title)
  await ok('setAnnouncementState', { announcement_id, revision: 3, action: 'withdraw' })
  await gone('/', title)
  expect(await inConsole()).not.toContain(title)
})

test('an announcement changed by another operator is not overwritten, and an expired one is not published', async () => {
  const { announcement_id } = await ok('setAnnouncement', announce({ title: '一稿' }))
  const edit = async (revision: number) =>
    (await operate('setAnnouncement', { ...announce({ title: '二稿' }), announcement_id, revision })).code
  expect([await edit(1), await edit(1)]).toEqual([200, -53022])
  const publish = async (revision: number) =>
    (await operate('setAnnouncementState', { announcement_id, revision, action: 'publish' })).code
  expect(await publish(1)).toBe(-53022)
  const [starts_at, ends_at] = [2000, 1000].map(ago => new Date(Date.now() - ago).toISOString())
  expect((await operate('setAnnouncement', announce({ starts_at, ends_at }))).code).toBe(-53707)
  await system.change`
    update announcement set starts_at = ${starts_at}, ends_at = ${ends_at} where id = ${announcement_id}`
  expect(await publish(2)).toBe(-53707)
})
