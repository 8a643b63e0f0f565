import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationInput, OperationName, OperationOutput } from '#contract/operations/index.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { testPortal } from '#server/testing/portal.ts'
import { publishScheduled } from './editing.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const { token } = await make.operator('content')

async function ok<Name extends OperationName>(name: Name, input: OperationInput<Name>): Promise<OperationOutput<Name>> {
  const answer = await operate(name, input, { token })
  expect(answer, name).toMatchObject({ code: 200 })
  return answer.data
}

async function category(kind: 'help' | 'guide' = 'help') {
  const slug = `c-${randomUUID()}`
  return (await ok('setArticleCategory', { kind, name: slug.slice(0, 18), slug })).category_id
}

const words = (category_id: string, extra: object = {}) => ({
  category_id,
  slug: `a-${randomUUID()}`,
  title: '怎样更换线路',
  summary: '一步完成',
  keywords: '线路',
  markdown: '## 第一步\n\n打开专线页。',
  ...extra,
})

async function draft(values: object = {}) {
  const written = words(await category(), values)
  return { ...(await ok('saveContentArticle', written)), written }
}

const audit = async (target: string) =>
  (
    await system.rows(
      z.object({ action: z.string() }),
    )`select action from audit_entry where target = ${target} order by id`
  ).map(({ action }) => action)

const publicTitle = async (id: string) => (await portal.call('getArticleDetail', { article_id: id })).data?.title

test('readers see no draft and no unpublished edit of a published article', async () => {
  const { article_id, revision, written } = await draft()
  expect(await publicTitle(article_id)).toBeUndefined()
  await ok('setContentArticleState', { article_id, revision, action: 'publish' })
  expect(await publicTitle(article_id)).toBe(written.title)

  const edited = await ok('saveContentArticle', { ...written, article_id, revision, title: '新的标题' })
  expect(await publicTitle(article_id)).toBe(written.title)
  expect(await ok('getContentArticle', { article_id })).toMatchObject({
    title: '新的标题',
    state: 'published',
    has_changes: true,
    revision: 2,
  })
  await ok('setContentArticleState', { article_id, revision: edited.revision, action: 'publish' })
  expect(await publicTitle(article_id)).toBe('新的标题')
  expect(await ok('getContentArticle', { article_id })).toMatchObject({ has_changes: false })
  expect(await audit(`article:${article_id}`)).toEqual([
    'article.created',
    'article.published',
    'article.saved',
    'article.published',
  ])
})

test('of two saves based on the same version one succeeds; the other is told who saved', async () => {
  const { article_id, revision, written } = await draft()
  const answers = await Promise.all(
    ['一', '二', '三'].map(title =>
      operate('saveContentArticle', { ...written, article_id, revision, title: `改动${title}` }, { token }),
    ),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual([-53022, -53022, 200].sort())
  const refused = answers.find(({ code }) => code === -53022)
  expect(refused?.data).toMatchObject({ revision: expect.any(Number), saved_by: expect.stringContaining('content-') })
  expect((await ok('getContentArticle', { article_id })).revision).toBe(2)
})

test('a slug is taken by current, former and unpublished addresses', async () => {
  const one = await draft()
  expect(
    (await operate('saveContentArticle', words(one.written.category_id, { slug: one.written.slug }), { token })).code,
  ).toBe(-53700)
  await ok('setContentArticleState', { article_id: one.article_id, revision: 1, action: 'publish' })
  const renamed = { ...one.written, article_id: one.article_id, slug: `new-${randomUUID()}` }
  await ok('saveContentArticle', { ...renamed, revision: 1 })
  // The article will be at this address.
  expect(await ok('checkArticleSlug', { slug: renamed.slug })).toMatchObject({ free: false })
  expect(await ok('checkArticleSlug', { slug: renamed.slug, article_id: one.article_id })).toMatchObject({ free: true })
  await ok('setContentArticleState', { article_id: one.article_id, revision: 2, action: 'publish' })
  // The article was at this address before.
  expect(await ok('checkArticleSlug', { slug: one.written.slug })).toMatchObject({ free: false })
  expect(await ok('checkArticleSlug', { title: 'TikTok 直播 FAQ' })).toEqual({ slug: 'tiktok-faq', free: true })
})

test('a scheduled article is published once at its time, unless the schedule was cancelled', async () => {
  const { article_id, revision } = await draft()
  const past = new Date(Date.now() - 1000).toISOString()
  const refused = await operate(
    'setContentArticleState',
    { article_id, revision, action: 'schedule', publish_at: past },
    { token },
  )
  expect(refused.code).toBe(-53704)
  const publish_at = new Date(Date.now() + 3_000).toISOString()
  await ok('setContentArticleState', { article_id, revision, action: 'schedule', publish_at })
  expect(await ok('getContentArticle', { article_id })).toMatchObject({ state: 'scheduled', publish_at })
  expect(await publicTitle(article_id)).toBeUndefined()
  await expect.poll(() => publicTitle(article_id)).toBeDefined()
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(publish_at))
  // The job of a worker that was killed after its work runs again.
  await runAs('portal', () => publishScheduled(portal.services, { article_id, publish_at }))
  expect((await audit(`article:${article_id}`)).filter(action => action === 'article.published')).toHaveLength(1)

  const other = await draft()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await ok('setContentArticleState', {
    article_id: other.article_id,
    revision: 1,
    action: 'schedule',
    publish_at: later,
  })
  await ok('setContentArticleState', { article_id: other.article_id, revision: 1, action: 'unschedule' })
  await runAs('portal', () => publishScheduled(portal.services, { article_id: other.article_id, publish_at: later }))
  expect(await publicTitle(other.article_id)).toBeUndefined()
})

test.each([
  ['draft', 'unschedule'],
  ['draft', 'unpublish'],
  ['draft', 'unarchive'],
  ['archived', 'publish'],
  ['archived', 'archive'],
] as const)('an article that is %s refuses %s', async (state, action) => {
  const { article_id, revision } = await draft()
  if (state === 'archived') await ok('setContentArticleState', { article_id, revision, action: 'archive' })
  expect((await operate('setContentArticleState', { article_id, revision, action }, { token })).code).toBe(-53703)
  expect(await ok('getContentArticle', { article_id })).toMatchObject({ state })
})

test('two workers at once publish a scheduled article once', async () => {
  const { article_id, revision } = await draft()
  const publish_at = new Date(Date.now() + 3_600_000).toISOString()
  await ok('setContentArticleState', { article_id, revision, action: 'schedule', publish_at })
  await Promise.all(
    [1, 2, 3].map(() => runAs('portal', () => publishScheduled(portal.services, { article_id, publish_at }))),
  )
  expect((await audit(`article:${article_id}`)).filter(action => action === 'article.published')).toHaveLength(1)
})

test('every save is a version; imported text is kept as the first one, and an old one can be restored', async () => {
  const article_id = await make.article({ title: '迁移来的', markdown: '原来的正文' }).then(({ id }) => id)
  const { kind: _, ...now } = await ok('getContentArticle', { article_id })
  const { category_id, slug, summary, keywords } = now
  await ok('saveContentArticle', {
    article_id,
    revision: 1,
    category_id,
    slug,
    summary,
    keywords,
    title: '改过的',
    markdown: '新正文',
  })
  const { list } = await ok('getArticleVersionList', { article_id })
  expect(list).toMatchObject([
    { number: 2, title: '改过的', saved_by: expect.stringContaining('content-'), published_at: null },
    { number: 1, title: '迁移来的', saved_by: '系统', published_at: expect.any(String) },
  ])
  await ok('restoreArticleVersion', { article_id, number: 1, revision: 2 })
  expect(await ok('getContentArticle', { article_id })).toMatchObject({
    title: '迁移来的',
    markdown: '原来的正文',
    revision: 3,
  })
})

test('the list filters by kind, state and words of the working version, and shows votes', async () => {
  const { article_id, revision, written } = await draft({ title: '独一无二的标题' })
  await ok('setContentArticleState', { article_id, revision, action: 'publish' })
  await portal.call('rateArticle', { article_id, useful: true })
  await ok('saveContentArticle', { ...written, article_id, revision, title: '换了的标题' })
  expect((await ok('getContentArticleList', { keyword: '独一无二' })).total).toBe(0)
  expect((await ok('getContentArticleList', { keyword: '换了的标题', state: 'published' })).list).toMatchObject([
    { article_id, useful: 1, useless: 0, has_changes: true },
  ])
  await ok('setContentArticleState', { article_id, revision: 2, action: 'archive' })
  expect(await publicTitle(article_id)).toBeUndefined()
  expect((await ok('getContentArticleList', { keyword: '换了的标题' })).total).toBe(0)
  expect((await ok('getContentArticleList', { keyword: '换了的标题', state: 'archived' })).total).toBe(1)
})

test('reordering a category is refused when the list differs from the one shown', async () => {
  const category_id = await category()
  const [one, two] = [
    await ok('saveContentArticle', words(category_id)),
    await ok('saveContentArticle', words(category_id)),
  ]
  const ids = async () => (await ok('getArticleOrder', { category_id })).list.map(({ article_id }) => article_id)
  expect(await ids()).toEqual([one.article_id, two.article_id])
  await ok('setArticleOrder', { category_id, article_ids: [two.article_id, one.article_id] })
  expect(await ids()).toEqual([two.article_id, one.article_id])
  const short = await operate('setArticleOrder', { category_id, article_ids: [two.article_id] }, { token })
  expect(short.code).toBe(-53022)
})

test('a category can be renamed and reordered, and deleted only when empty', async () => {
  const category_id = await category('guide')
  const list = async () => (await ok('getArticleCategoryList', {})).list.filter(({ kind }) => kind === 'guide')
  const [own] = (await list()).filter(each => each.category_id === category_id)
  await ok('setArticleCategory', { category_id, kind: 'guide', slug: own?.slug ?? '', name: '新名称' })
  const other = await category('guide')
  const taken = await operate('setArticleCategory', { kind: 'guide', slug: 'another', name: '新名称' }, { token })
  expect(taken.code).toBe(-53701)
  const ids = (await list()).map(each => each.category_id)
  await ok('setArticleCategoryOrder', { kind: 'guide', category_ids: ids.toReversed() })
  expect((await list()).map(each => each.category_id)).toEqual(ids.toReversed())
  expect(
    await system.row(z.object({ before: z.array(z.string()), after: z.array(z.string()) }))`
    select before, after from audit_entry where action = 'article_categories.ordered' order by id desc limit 1`,
  ).toEqual({ before: ids, after: ids.toReversed() })

  const written = words(other)
  const { article_id } = await ok('saveContentArticle', written)
  expect(await operate('deleteArticleCategory', { category_id: other }, { token })).toMatchObject({
    code: -53702,
    data: 1,
  })
  await ok('saveContentArticle', { ...written, article_id, revision: 1, category_id })
  await ok('deleteArticleCategory', { category_id: other })
  expect(await audit(`article_category:${other}`)).toEqual(['article_category.created', 'article_category.deleted'])
})

test('a category to which a published article is about to move does not count as empty', async () => {
  const { article_id, revision, written } = await draft()
  await ok('setContentArticleState', { article_id, revision, action: 'publish' })
  const next = await category()
  await ok('saveContentArticle', { ...written, article_id, revision, category_id: next })
  expect((await operate('deleteArticleCategory', { category_id: next }, { token })).code).toBe(-53702)
})
