import { brotliDecompressSync, gunzipSync } from 'node:zlib'
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

  test('a kept page holds no more memory than its compressed bodies, and is the same in all encodings', async () => {
    const cache = pageCache(10, unexpected)
    const body = '<p>海易联</p>'.repeat(500)
    await cache.load('/', async () => made(body))
    const kept = () => Object.entries(Object.getOwnPropertyDescriptors(cache.fresh('/')?.bodies ?? {}))
    const held = () => kept().flatMap(([name, { value }]) => (value ? [{ name, value: value as Buffer }] : []))
    await vi.waitFor(() => expect(held().map(({ name }) => name)).toEqual(['br', 'gzip']))
    for (const { value } of held()) expect(value.buffer.byteLength).toBe(value.length)
    const { br, gzip, identity } = cache.fresh('/')?.bodies ?? expect.unreachable()
    expect([brotliDecompressSync(br), gunzipSync(gzip), identity].map(String)).toEqual([body, body, body])
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
