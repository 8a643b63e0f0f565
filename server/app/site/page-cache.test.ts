import { describe, expect, test, vi } from 'vitest'
import { pageCache } from './page-cache.ts'

const made = (body: string) => ({ status: 200, headers: {}, body })
const text = (page: { bodies: { identity: Buffer } } | undefined) => page?.bodies.identity.toString()
const unexpected = (error: unknown) => {
  throw error
}

describe('pageCache', () => {
  test('concurrent requests share one render', async () => {
    const cache = pageCache(10, unexpected)
    let renders = 0
    const make = async () => {
      renders += 1
      await new Promise(resolve => setTimeout(resolve, 20))
      return made('x')
    }
    await Promise.all(Array.from({ length: 20 }, () => cache.load('/', make)))
    expect(renders).toBe(1)
    expect(text(cache.fresh('/'))).toBe('x')
  })

  test('a page read before a change is answered but neither cached nor shared with later requests', async () => {
    const cache = pageCache(10, unexpected)
    const { promise: reading, resolve: read } = Promise.withResolvers<void>()
    const before = cache.load('/', async () => {
      await reading
      return made('old')
    })
    cache.drop()
    const after = cache.load('/', async () => made('new'))
    expect(text(await after)).toBe('new')
    read()
    expect(text(await before)).toBe('old')
    expect(text(cache.fresh('/'))).toBe('new')
  })

  test('a page that fails to render is answered from its last version, or else with the error', async () => {
    const faults: unknown[] = []
    const cache = pageCache(10, error => faults.push(error))
    await cache.load('/', async () => made('kept'))
    cache.drop()
    expect(cache.fresh('/')).toBeUndefined()
    const away = () => Promise.reject(new Error('away'))
    expect(text(await cache.load('/', away))).toBe('kept')
    expect(faults).toHaveLength(1)
    await expect(cache.load('/other', away)).rejects.toThrow('away')
  })

  test('a deleted page is not served from the cache', async () => {
    const faults: unknown[] = []
    const cache = pageCache(10, error => faults.push(error))
    await cache.load('/', async () => made('x'))
    cache.drop()
    expect(await cache.load('/', async () => undefined)).toBeUndefined()
    await expect(cache.load('/', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  })

  test('a kept page holds no more memory than its own', async () => {
    const cache = pageCache(10, unexpected)
    await cache.load('/', async () => made('x'.repeat(5_000)))
    const held = () => Object.values(cache.fresh('/')?.bodies ?? {}).map(body => [body.length, body.buffer.byteLength])
    await vi.waitFor(() => expect(held().every(([own, whole]) => own === whole)).toBe(true))
    expect(held()).toHaveLength(3)
  })

  test('the least recently used page is evicted when the cache is full', async () => {
    const cache = pageCache(2, unexpected)
    await cache.load('a', async () => made('a'))
    await cache.load('b', async () => made('b'))
    cache.fresh('a')
    await cache.load('c', async () => made('c'))
    expect(['a', 'b', 'c'].map(key => text(cache.fresh(key)))).toEqual(['a', undefined, 'c'])
  })
})
