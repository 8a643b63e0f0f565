import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { windowStart } from '#server/database/limits.ts'
import { lockHolder } from '#server/testing/held-lock.ts'
import { testSite } from './testing.ts'

const { get, make, url, system } = await testSite({ TRUST_PROXY: '127.0.0.1' })
const whileLocked = lockHolder(url)

// Guard: the turns in `once` of site.ts. Without them the searches hold every connection.
test('searches of one visitor leave the other visitors their pages', async () => {
  const code = await make.promotionCode()
  const searches = await whileLocked(
    // One search reads the categories, their articles and those that it found.
    { lock: 'lock table article in access exclusive mode', expected: 3 },
    () => Array.from({ length: 205 }, (_, index) => get(`/help?q=${index}`, { 'x-forwarded-for': '203.0.113.7' })),
    async (sent, blocked) => {
      expect(blocked).toBe(3)
      const page = await Promise.race([get(`/promotion/${code}`, { 'x-forwarded-for': '203.0.113.8' }), sleep(2_500)])
      expect(page?.statusCode).toBe(200)
      return sent
    },
  )
  const answers = await Promise.all(searches)
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  // One is rendered and 200 wait.
  expect(refused.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    Array(4).fill([503, '30']),
  )
})

test('an address that opens such pages without end is shown why not, and when it may go on', async () => {
  const code = await make.promotionCode()
  const from = (ip: string, path: string) => get(path, { 'x-forwarded-for': ip })
  expect((await from('203.0.113.9', '/help?q=%E7%BB%AD%E8%B4%B9')).statusCode).toBe(200)
  await system.change`
    update limit_counter set hits = 2000
    where key = 'page-once:203.0.113.9' and window_start = ${windowStart(sql`600::integer`)}`
  for (const path of ['/help?q=%E7%BB%AD%E8%B4%B9', `/promotion/${code}`]) {
    const { statusCode, headers, body } = await from('203.0.113.9', path)
    expect([path, statusCode, headers['cache-control']]).toEqual([path, 429, 'no-store'])
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600)
    expect(body).toContain('访问过于频繁')
    expect((await from('203.0.113.10', path)).statusCode).toBe(200)
  }
  // The pages that are cached remain open to it.
  expect((await from('203.0.113.9', '/help')).statusCode).toBe(200)
})
