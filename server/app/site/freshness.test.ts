import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { connect } from '#server/database/pool.ts'
import { silentLog } from '#server/testing/database.ts'
import { switchingHandle } from '#server/testing/handles.ts'
import { dropPages, site } from './site.ts'
import { testSite } from './testing.ts'
import { warmUp } from './warm-up.ts'

const portal = await testSite()

test('a content change reaches the pages by a database notification', async () => {
  const { id } = await portal.make.article({ title: '旧标题' })
  expect((await portal.get('/help')).body).toContain('旧标题')
  await portal.system.change`update article set title = '新标题' where id = ${id}`
  await expect.poll(async () => (await portal.get('/help')).body).toContain('新标题')
  await portal.system.change`update article set state = 'draft' where id = ${id}`
  await expect.poll(async () => (await portal.get('/help')).body).not.toContain('新标题')
})

test('the price list shows sold-out items at once, and is not rendered again for other orders', async () => {
  const sku = await portal.make.sku({ stock: 2 })
  const place = sql`region_id = ${sku.regionId} and access_way_id = ${sku.accessWayId}`
  const reserve = (count: number) =>
    portal.system.change`update address_stock set reserved = reserved + ${count}::integer where ${place}`
  const region = await portal.system.row(
    z.object({ city: z.string() }),
  )`select city from region where id = ${sku.regionId}`
  const cell = async () =>
    new RegExp(`aria-label="${region?.city} [^"]*"`).exec((await portal.get('/product')).body)?.[0] ?? ''
  await expect.poll(cell).toContain('选购')
  const rows = vi.spyOn(portal.services.system, 'rows')
  await reserve(1)
  await sleep(300)
  expect(await cell()).toContain('选购')
  expect(rows).not.toHaveBeenCalled()
  await reserve(1)
  await expect.poll(cell).toContain('暂时售罄')
  await reserve(-1)
  await expect.poll(cell).toContain('选购')
  rows.mockRestore()
})

test('a cached page makes no database query', async () => {
  await portal.get('/product')
  const rows = vi.spyOn(portal.services.system, 'rows')
  for (let count = 0; count < 3; count++) expect((await portal.get('/product')).statusCode).toBe(200)
  expect(rows).not.toHaveBeenCalled()
})

test('without the database cached pages stay, and others show an error with the request id', async () => {
  // Nothing listens on this port, so connections to it are really refused.
  const nowhere = connect({ url: 'postgresql://nobody@127.0.0.1:1/none', log: silentLog })
  afterAll(() => nowhere.end())
  let away = false
  const system = switchingHandle(() => (away ? nowhere.system : portal.system))
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
  // An agreement that may be out of date is not shown; pages that need no data still are.
  expect((await app.inject('/template/service.html')).statusCode).toBe(503)
  expect((await app.inject('/nope')).statusCode).toBe(404)

  away = false
  expect((await app.inject('/download')).statusCode).toBe(200)
})

test('a replica that has prerendered all pages serves them without the database', async () => {
  const nowhere = connect({ url: 'postgresql://nobody@127.0.0.1:1/none', log: silentLog })
  afterAll(() => nowhere.end())
  const { id } = await portal.make.article({ kind: 'help', title: '没有人打开过的一篇' })
  let away = false
  const services = { ...portal.services, system: switchingHandle(() => (away ? nowhere.system : portal.system)) }
  const app = Fastify()
  await site(app, services, portal.web)
  afterAll(() => app.close())
  const slug = await portal.system.row(z.object({ slug: z.string() }))`select slug from article where id = ${id}`
  const shown = async () => {
    away = false
    await warmUp(app, services, 0)
    away = true
    const paths = ['/', '/download', '/product', `/help/${slug?.slug}`]
    return Promise.all(paths.map(async path => [path, (await app.inject(path)).statusCode]))
  }
  // The notification of the article invalidates pages, and may arrive while they are rendered.
  await expect
    .poll(shown)
    .toEqual([...['/', '/download', '/product'].map(path => [path, 200]), [`/help/${slug?.slug}`, 200]])
})
