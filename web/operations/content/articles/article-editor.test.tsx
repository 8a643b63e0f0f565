import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'

const article_id = newId()
const operator_id = newId()
const keyOf = (name: string) => `hyl_writing:${operator_id}:article:${name}`
const category = { category_id: newId(), name: '新手入门' }
const titleField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /标题/ })

test('what is typed while a new article is first saved stays with it, and not for the next new one', async () => {
  let saved = (_: object) => {}
  const answered = new Promise<object>(resolve => {
    saved = resolve
  })
  const fields = { slug: 'first', summary: '摘要摘要摘要摘要摘要', keywords: '', markdown: '正文', title: '第一篇' }
  // An existing draft, which saves the test from filling in the whole form.
  const draft = {
    revision: 0,
    at: '2026-11-26T02:00:00.000Z',
    values: { ...fields, category_id: category.category_id },
  }
  localStorage.setItem(keyOf('new'), JSON.stringify(draft))
  const { user, calls } = openOffice('/operations/articles/new', ['content'], {
    getSelf: { operator_id, roles: ['content'] },
    getArticleCategoryList: { list: [category] },
    saveContentArticle: () => answered,
    getContentArticle: { ...fields, article_id, category_id: category.category_id, revision: 1 },
  })
  const title = await titleField()
  await user.click(screen.getByRole('button', { name: /^保\s?存$/ }))
  await expect.poll(() => calls('saveContentArticle')).toHaveLength(1)
  await user.type(title, '，改名')
  saved({ article_id, revision: 1 })
  await expect.poll(() => location.pathname).toBe(`/operations/articles/${article_id}`)
  await screen.findByText(/已恢复这台电脑上/)
  expect((await titleField()).value).toBe('第一篇，改名')
  expect(localStorage.getItem(keyOf('new'))).toBeNull()
  const kept = JSON.parse(localStorage.getItem(keyOf(article_id)) ?? 'null')
  expect(kept).toMatchObject({ revision: 1, values: { title: '第一篇，改名' } })
})

test('what is typed while the address name is proposed is kept and saved', async () => {
  let propose = (_: object) => {}
  const proposed = new Promise<object>(resolve => {
    propose = resolve
  })
  const { user, calls } = openOffice('/operations/articles/new', ['content'], {
    getSelf: { operator_id, roles: ['content'] },
    getArticleCategoryList: { list: [category] },
    checkArticleSlug: ({ title }) => (title ? proposed : { slug: 'lines', free: true }),
  })
  await user.type(await titleField(), '更换线路')
  const summary = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /摘要/ })
  await user.type(summary, '三步换好')
  propose({ slug: 'lines', free: true })
  await expect.poll(() => calls('checkArticleSlug').length).toBeGreaterThan(1)
  expect(JSON.parse(localStorage.getItem(keyOf('new')) ?? 'null')).toMatchObject({
    values: { title: '更换线路', slug: 'lines', summary: '三步换好' },
  })
})

test('what an operator has not saved is not given to the next one on the same computer', async () => {
  localStorage.setItem(
    keyOf(article_id),
    JSON.stringify({ revision: 2, at: '2026-11-26T02:00:00.000Z', values: { title: '同事的草稿' } }),
  )
  openOffice(`/operations/articles/${article_id}`, ['content'], {
    getArticleCategoryList: { list: [category] },
    getContentArticle: { article_id, category_id: category.category_id, revision: 2, title: '第一篇' },
  })
  expect((await titleField()).value).toBe('第一篇')
  expect(localStorage.getItem(keyOf(article_id))).toContain('同事的草稿')
})

test('a version is restored over unsaved text only after a question', async () => {
  const fields = { slug: 'first', summary: '摘要', keywords: '', markdown: '正文', title: '第一篇' }
  const { user, calls } = openOffice(`/operations/articles/${article_id}`, ['content'], {
    getArticleCategoryList: { list: [category] },
    getContentArticle: { ...fields, article_id, category_id: category.category_id, revision: 2 },
    getArticleVersionList: { list: [{ number: 1, title: '旧的标题' }], total: 1 },
    restoreArticleVersion: {},
  })
  await user.type(await titleField(), '，改名')
  await user.click(screen.getByRole('button', { name: /更多/ }))
  await user.click(await screen.findByText('历史版本'))
  await user.click(await screen.findByRole('button', { name: '恢复第 1 版' }))
  const question = within((await screen.findByText(/还有没保存的内容，恢复之后/)).closest('.ant-modal') as HTMLElement)
  expect(calls('restoreArticleVersion')).toEqual([])
  await user.click(question.getByRole('button', { name: /恢\s?复/ }))
  await expect
    .poll(() => calls('restoreArticleVersion').map(({ input }) => input))
    .toEqual([{ article_id, number: 1, revision: 2 }])
})

test('the list of versions stays open until the restored text has come, which would replace what is typed below it', async () => {
  const fields = { slug: 'first', summary: '摘要', keywords: '', markdown: '正文', title: '第一篇' }
  const restored = Promise.withResolvers<object>()
  let title = '第一篇'
  const { user } = openOffice(`/operations/articles/${article_id}`, ['content'], {
    getArticleCategoryList: { list: [category] },
    getContentArticle: () => ({ ...fields, title, article_id, category_id: category.category_id, revision: 2 }),
    getArticleVersionList: { list: [{ number: 1, title: '旧的标题' }], total: 1 },
    restoreArticleVersion: () => restored.promise,
  })
  await titleField()
  await user.click(screen.getByRole('button', { name: /更多/ }))
  await user.click(await screen.findByText('历史版本'))
  await user.click(await screen.findByRole('button', { name: '恢复第 1 版' }))
  await user.click(document.querySelector('.ant-drawer-close') ?? expect.unreachable())
  expect(document.querySelector('.ant-drawer-open')).not.toBeNull()
  title = '旧的标题'
  restored.resolve({ revision: 3 })
  await expect.poll(async () => (await titleField()).value).toBe('旧的标题')
  await expect.poll(() => document.querySelector('.ant-drawer-open')).toBeNull()
})

test.each([
  ['auditor', 0],
  ['content', 1],
] as const)('Ctrl-S saves for whoever may: %s', async (role, saved) => {
  const fields = { slug: 'first', summary: '摘要摘要摘要摘要摘要', keywords: '', markdown: '正文', title: '第一篇' }
  const values = { ...fields, title: '改名', category_id: category.category_id }
  localStorage.setItem(keyOf(article_id), JSON.stringify({ revision: 2, at: '2026-11-26T02:00:00.000Z', values }))
  const { user, calls } = openOffice(`/operations/articles/${article_id}`, [role], {
    getSelf: { operator_id, roles: [role] },
    getArticleCategoryList: { list: [category] },
    getContentArticle: { ...fields, article_id, category_id: category.category_id, revision: 2 },
  })
  await screen.findByText(/已恢复这台电脑上/)
  await user.keyboard('{Control>}s{/Control}')
  await expect.poll(() => calls('saveContentArticle')).toHaveLength(saved)
})

test('once an article is published its button can be pressed no more, and the focus goes to the other acts', async () => {
  const fields = { slug: 'first', summary: '摘要', keywords: '', markdown: '正文', title: '第一篇' }
  let published = false
  const { user } = openOffice(`/operations/articles/${article_id}`, ['content'], {
    getArticleCategoryList: { list: [category] },
    getContentArticle: () => ({
      ...fields,
      article_id,
      category_id: category.category_id,
      revision: 2,
      state: published ? 'published' : 'draft',
      has_changes: !published,
    }),
    setContentArticleState: () => {
      published = true
      return {}
    },
  })
  await titleField()
  await user.click(await screen.findByRole('button', { name: /^发\s?布$/ }))
  const dialog = within((await screen.findByText(/访客立即可以看到/)).closest('.ant-modal') as HTMLElement)
  await user.click(dialog.getByRole('button', { name: /^发\s?布$/ }))
  await expect.poll(() => screen.getByRole('button', { name: '发布修改' }).matches(':disabled')).toBe(true)
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: /更多/ }))
})

test('a published article opens without the focus on its menu', async () => {
  const fields = { slug: 'first', summary: '摘要', keywords: '', markdown: '正文', title: '第一篇' }
  openOffice(`/operations/articles/${article_id}`, ['content'], {
    getArticleCategoryList: { list: [category] },
    getContentArticle: { ...fields, article_id, category_id: category.category_id, revision: 2, state: 'published' },
  })
  await titleField()
  const more = await screen.findByRole('button', { name: /更多/ })
  expect(document.activeElement).not.toBe(more)
})
