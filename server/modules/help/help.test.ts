import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import { testPortal } from '#server/testing/portal.ts'
import { listCategories } from './help.sql.ts'
import { article, articles } from './help.ts'

const { call, make, system } = await testPortal()

beforeEach(async () => {
  await system.change`delete from article`
  await system.change`delete from article_category`
})

const titles = async (input: Parameters<typeof call<'getArticleList'>>[1]) => {
  const { code, data } = await call('getArticleList', input)
  expect(code).toBe(200)
  return data.list.map(({ title }) => title)
}

describe('getArticleList', () => {
  test('lists by kind and category, in the category’s order; drafts and future articles stay hidden', async () => {
    await make.article({ title: '二', sort: 20, category: '账号' })
    await make.article({ title: '一', sort: 10, category: '账号' })
    await make.article({ title: '三', category: '线路', sort: 5 })
    await make.article({ title: '攻略', kind: 'guide', category: '起步' })
    await make.article({ title: '草稿', state: 'draft', category: '账号' })
    const { id } = await make.article({ title: '明天', category: '账号' })
    await system.change`update article set published_at = now() + interval '1 day' where id = ${id}`
    expect(await titles({ kind: 'help', category: '账号' })).toEqual(['一', '二'])
    expect((await titles({ kind: 'help' })).toSorted()).toEqual(['一', '三', '二'].toSorted())
    expect(await titles({ kind: 'guide' })).toEqual(['攻略'])
    expect(await titles({ kind: 'help', category: '起步' })).toEqual([])
    const counted = (await listCategories(system, 'help')).map(({ name, articles }) => [name, articles])
    expect(counted).toEqual(
      expect.arrayContaining([
        ['账号', 2],
        ['线路', 1],
      ]),
    )
    expect(counted).toHaveLength(2)
  })

  test('requires every word to match; titles rank first; wildcard characters are literal', async () => {
    await make.article({ title: '安装', summary: '在电脑上', markdown: '换绑一节提到 IP 地址', sort: 1 })
    await make.article({ title: '换绑 IP', summary: '每月三次', markdown: '正文', sort: 2 })
    await make.article({ title: '折扣', markdown: '满 100% 可用', keywords: 'Windows', sort: 3 })
    expect(await titles({ keyword: '换绑' })).toEqual(['换绑 IP', '安装'])
    // Matches the words in any order, with other words between them.
    expect(await titles({ keyword: 'ip  换绑' })).toEqual(['换绑 IP', '安装'])
    expect(await titles({ keyword: '地址  安装' })).toEqual(['安装'])
    expect(await titles({ keyword: '地址 折扣' })).toEqual([])
    expect(await titles({ keyword: 'windows' })).toEqual(['折扣'])
    expect(await titles({ keyword: '0%' })).toEqual(['折扣'])
    expect(await titles({ keyword: '%%' })).toEqual([])
  })

  test('returns pages and the total', async () => {
    for (let sort = 1; sort <= 5; sort++) await make.article({ title: `第${sort}篇`, sort })
    const page = await call('getArticleList', { page: 2, page_size: 2 })
    expect(page.data).toMatchObject({ total: 5, list: [{ title: '第3篇' }, { title: '第4篇' }] })
    expect((await call('getArticleList', { page: 9, page_size: 2 })).data).toEqual({ list: [], total: 5 })
  })

  test('omits the article text', async () => {
    await make.article({})
    const { data } = await call('getArticleList', {})
    expect(Object.keys(data.list[0] ?? {}).sort()).toEqual(
      ['article_id', 'category', 'kind', 'summary', 'title', 'updated_at'].sort(),
    )
  })
})

describe('getArticleDetail', () => {
  test('returns sanitised HTML; pages are found by slug', async () => {
    const { id } = await make.article({ markdown: '## 步骤\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))' })
    const { code, data } = await call('getArticleDetail', { article_id: id })
    expect(code).toBe(200)
    expect(data.html).toContain('<h2 id="s-步骤">步骤</h2>')
    expect(data.html).not.toMatch(/<script|href="javascript/)
    const { slug } = (await system.row(z.object({ slug: z.string() }))`select slug from article where id = ${id}`) ?? {
      slug: '',
    }
    const bySlug = await article(system, { slug })
    expect(bySlug).toMatchObject({ article_id: id, contents: [{ id: 's-步骤', text: '步骤', level: 2 }] })
    expect((await articles(system)).list[0]).not.toHaveProperty('markdown')
  })

  test('answers alike for a draft and an unknown article', async () => {
    const { id } = await make.article({ state: 'draft' })
    expect((await call('getArticleDetail', { article_id: id })).code).toBe(-44002)
    expect((await call('getArticleDetail', { article_id: '00000000-0000-7000-8000-000000000000' })).code).toBe(-44002)
  })
})

describe('rateArticle', () => {
  const rate = (article_id: string, useful: boolean, ip: string, agent = 'Firefox') =>
    call('rateArticle', { article_id, useful }, { ip, headers: { 'user-agent': agent } })

  test('counts one vote per visitor; a second replaces the first', async () => {
    const { id } = await make.article()
    expect((await rate(id, true, '198.51.100.1')).data).toEqual({ useful: 1, useless: 0 })
    expect((await rate(id, true, '198.51.100.1')).data).toEqual({ useful: 1, useless: 0 })
    expect((await rate(id, false, '198.51.100.1')).data).toEqual({ useful: 0, useless: 1 })
    expect((await rate(id, true, '198.51.100.2')).data).toEqual({ useful: 1, useless: 1 })
    expect((await rate(id, true, '198.51.100.1', 'Safari')).data).toEqual({ useful: 2, useless: 1 })
  })

  test('counts twenty concurrent votes of one visitor once', async () => {
    const { id } = await make.article()
    await Promise.all(Array.from({ length: 20 }, () => rate(id, true, '198.51.100.3')))
    const stored = await system.row(
      z.object({ votes: z.int() }),
    )`select count(*) as votes from article_vote where article_id = ${id}`
    expect(stored?.votes).toBe(1)
    expect((await rate(id, true, '198.51.100.3')).data).toEqual({ useful: 1, useless: 0 })
  })

  test('stores neither IP address nor browser', async () => {
    const { id } = await make.article()
    await rate(id, true, '198.51.100.4')
    const row = await system.row(
      z.object({ voter_hash: z.instanceof(Buffer) }),
    )`select voter_hash from article_vote where article_id = ${id}`
    // The prefix and the id of the key, and the hash.
    expect(row?.voter_hash).toHaveLength(40)
    expect(row?.voter_hash.toString('latin1')).not.toContain('198.51.100.4')
  })

  test('refuses an unknown article and too many votes', async () => {
    const { id } = await make.article({ state: 'draft' })
    expect((await rate(id, true, '198.51.100.5')).code).toBe(-44002)
    const published = (await make.article()).id
    const codes: number[] = []
    await untilWindowHolds()
    for (let index = 0; index < 61; index++) codes.push((await rate(published, true, '198.51.100.6')).code)
    expect(codes.indexOf(429)).toBe(60)
  })
})
