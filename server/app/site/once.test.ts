import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testSite } from './testing.ts'

const { get, make, url } = await testSite({ TRUST_PROXY: '127.0.0.1' })
const apart = new Pool({ connectionString: url, max: 2 })
afterAll(() => apart.end())

const countBlocked = async () =>
  Number(
    (
      await apart.query(
        "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rows[0].count,
  )

// Guard: the turns in `once` of site.ts. Without them the searches hold every connection.
test('searches of one visitor leave the other visitors their pages', async () => {
  const code = await make.promotionCode()
  const holder = await apart.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table article in access exclusive mode')
    const searches = Array.from({ length: 205 }, (_, index) =>
      get(`/help?q=${index}`, { 'x-forwarded-for': '203.0.113.7' }),
    )
    for (const deadline = Date.now() + 15_000; !(await countBlocked()) && Date.now() < deadline; ) await sleep(20)
    // Longer than the next ones take to reach the lock, and shorter than any waits for it.
    await sleep(300)
    // One search reads the categories, their articles and those that it found.
    expect(await countBlocked()).toBe(3)
    const page = await Promise.race([get(`/promotion/${code}`, { 'x-forwarded-for': '203.0.113.8' }), sleep(2_500)])
    expect(page?.statusCode).toBe(200)
    await holder.query('rollback')
    const answers = await Promise.all(searches)
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    // One is rendered and 200 wait.
    expect(refused.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
      Array(4).fill([503, '30']),
    )
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
