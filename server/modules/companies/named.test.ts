import { expect, test } from 'vitest'
import { z } from 'zod'
import { companiesNamed } from '#server/database/companies-named.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, system, operate } = await testPortal()
const { token } = await make.operator('support')

/** The newest 210 are carriers, the 240 before them traders; every tenth is frozen. Their rows are in order of creation. */
await system.change`
  insert into company (name, credit_code, industry_id, state, verified_at, created_at)
  select case when n <= 210 then '新港' || n || '物流' else '远洋' || n || 'Trade_贸易' end, '91' || lpad(n::text, 16, '0'),
    (select id from industry order by sort limit 1), case when n % 10 = 0 then 'frozen' else 'active' end, at, at
  from (select n, now() - make_interval(mins => n) as at from generate_series(450, 1, -1) n) as made`

const found = async (filter: object) => (await operate('getCompanyList', filter, { token })).data
const names = async (filter: object) => (await found(filter)).list.map(({ name }) => name)

test('of very many companies with a keyword the newest 200 are listed', async () => {
  expect(await found({ keyword: '物流' })).toMatchObject({ total: 200, more: true })
  expect((await names({ keyword: '物流' })).slice(0, 2)).toEqual(['新港1物流', '新港2物流'])
  expect((await names({ keyword: '物流', page: 10 })).at(-1)).toBe('新港200物流')
  expect(await names({ keyword: '物流', page: 11 })).toEqual([])
})

test('a keyword that the newest do not have is found by its index, the filters before the bound', async () => {
  expect(await found({ keyword: '远洋' })).toMatchObject({ total: 200, more: true })
  expect(await found({ keyword: '远洋', state: 'frozen' })).toMatchObject({ total: 24, more: false })
  expect(await names({ keyword: '远洋300trade' })).toEqual(['远洋300Trade_贸易'])
  // Wildcards are matched literally.
  expect(await names({ keyword: '0trade_贸' })).toContain('远洋300Trade_贸易')
  expect(await names({ keyword: '远洋%贸易' })).toEqual([])
})

test('a keyword of another list brings in at most a hundred companies, whether frequent or rare', async () => {
  const ids = async (keyword: string) => {
    const rows = await system.rows(z.object({ id: z.string() }))`${companiesNamed(keyword)}`
    return rows.length
  }
  expect([await ids('物流'), await ids('远洋'), await ids('远洋300TRADE'), await ids('没有这样的')]).toEqual([
    100, 100, 1, 0,
  ])
})

test('companies beyond the first thousand are found by the index of pieces', async () => {
  await system.change`
    insert into company (name, credit_code) select '众多' || n, '92' || lpad(n::text, 16, '0') from generate_series(1, 1200) n`
  await system.change`insert into company (name, credit_code) values ('最后的独家', '930000000000000001')`
  const rows = await system.rows(z.object({ name: z.string() }))`
    select name from company where id in (${companiesNamed('独家')})`
  expect(rows).toEqual([{ name: '最后的独家' }])
})

test('a company is found by how the name of its owner or of a manager begins, and by nobody else’s', async () => {
  const company = await make.company({ name: '欧阳国际航运', managers: 1 })
  const rename = (name: string, id: string) => system.change`update employee set name = ${name} where id = ${id}`
  await rename('司徒明远', company.owner.id)
  await rename('欧阳若溪', company.managers[0]?.id ?? '')
  await make.employee(company.id, { name: '慕容白' })
  for (const keyword of ['司徒明远', '司徒', '欧阳若']) expect(await names({ keyword })).toEqual([company.name])
  for (const keyword of ['徒明', '慕容', '司%远']) expect(await names({ keyword })).toEqual([])
  // It is listed once if its own name has the keyword, too.
  expect(await found({ keyword: '欧阳' })).toMatchObject({ total: 1, list: [{ name: company.name }] })
  expect(await names({ keyword: '司徒', state: 'frozen' })).toEqual([])
})
