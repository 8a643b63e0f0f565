import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lockHolder } from '#server/testing/held-lock.ts'
import { testSite } from './testing.ts'

const { get, make, url } = await testSite({ TRUST_PROXY: '127.0.0.1' })
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
