import Fastify from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, expect, test, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import { connect } from '../database/pool.ts'
import { silentLog } from '../testing/database.ts'
import { dropPages, site } from './site.ts'
import { testSite } from './testing.ts'

const portal = await testSite()

test('a change of what pages show reaches them by the notice of the database', async () => {
  const { id } = await portal.make.article({ title: '旧标题' })
  expect((await portal.get('/help')).body).toContain('旧标题')
  await portal.system.change(sql`update article set title = '新标题' where id = ${id}`)
  await expect.poll(async () => (await portal.get('/help')).body).toContain('新标题')
  await portal.system.change(sql`update article set state = 'draft' where id = ${id}`)
  await expect.poll(async () => (await portal.get('/help')).body).not.toContain('新标题')
})

test('a kept page asks the database nothing', async () => {
  await portal.get('/product')
  const rows = vi.spyOn(portal.services.system, 'rows')
  for (let count = 0; count < 3; count++) expect((await portal.get('/product')).statusCode).toBe(200)
  expect(rows).not.toHaveBeenCalled()
})

test('without the database: kept pages as they were, other ones say so with the id of the request', async () => {
  // A port nobody listens on: its refusals are the real ones.
  const nowhere = connect({ url: 'postgresql://nobody@127.0.0.1:1/none', log: silentLog })
  afterAll(() => nowhere.end())
  let away = false
  const now = (): Database => (away ? nowhere.system : portal.system)
  const system: Database = {
    rows: statement => now().rows(statement),
    row: statement => now().row(statement),
    change: statement => now().change(statement),
    transaction: work => now().transaction(work),
  }
  const app = Fastify({ genReqId: () => 'request-1' })
  await site(app, { ...portal.services, system }, portal.web)
  afterAll(() => app.close())
  const kept = (await app.inject('/scene')).body
  away = true
  expect((await app.inject('/scene')).body).toBe(kept)
  dropPages()
  expect((await app.inject('/scene')).body).toBe(kept)

  const answer = await app.inject('/download?x=%3Cscript%3E')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('30')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toContain('服务暂时不可用')
  expect(answer.body).toContain('request-1')
  expect(answer.body).not.toContain('ECONNREFUSED')
  // An agreement that may not be the one in force is not shown; what needs no data is there all the same.
  expect((await app.inject('/template/service.html')).statusCode).toBe(503)
  expect((await app.inject('/nope')).statusCode).toBe(404)

  away = false
  expect((await app.inject('/download')).statusCode).toBe(200)
})
