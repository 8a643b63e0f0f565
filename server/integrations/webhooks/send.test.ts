import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { counterpart } from '#server/testing/counterpart.ts'
import { addressProblem, guardedLookup } from '../outbound/public-only.ts'
import { postWebhook } from './send.ts'

const sent = { headers: { 'webhook-id': 'msg_1' }, body: '{}', allowPrivate: true }

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.100.100.200/',
  'https://localhost/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://user:secret@example.com/',
])('%s is never connected to', async address => {
  expect(addressProblem(address, false)).toBeDefined()
  const outcome = await postWebhook(address, { ...sent, allowPrivate: false })
  expect(outcome).toMatchObject({ status: null, problem: expect.stringContaining('地址不能使用') })
})

const lookupOf = (addresses: [string, 4 | 6][], all: boolean) =>
  new Promise<unknown>(resolve => {
    const answer = addresses.map(([address, family]) => ({ address, family }))
    guardedLookup((_, resolved) => resolved(null, answer))('example.com', { all }, (error, address) =>
      resolve(error ? 'refused' : address),
    )
  })

test('a name with a private address among others is refused, a public one is returned as checked', async () => {
  expect(await lookupOf([['8.8.8.8', 4]], false)).toBe('8.8.8.8')
  expect(await lookupOf([['8.8.8.8', 4]], true)).toEqual([{ address: '8.8.8.8', family: 4 }])
  expect(
    await lookupOf(
      [
        ['8.8.8.8', 4],
        ['10.0.0.1', 4],
      ],
      true,
    ),
  ).toBe('refused')
  expect(await lookupOf([['::ffff:127.0.0.1', 6]], false)).toBe('refused')
  expect(await lookupOf([], true)).toBe('refused')
})

// Runs in its own process, because this one only looks up localhost.
test('the socket uses the checked DNS lookup, once, and does not connect when it refuses', async () => {
  const script = `
    import dns from 'node:dns'
    import { syncBuiltinESMExports } from 'node:module'
    let asked = 0
    dns.lookup = (name, options, resolved) => { asked += 1; resolved(null, [{ address: '127.0.0.1', family: 4 }]) }
    syncBuiltinESMExports()
    const { postWebhook } = await import('./server/integrations/webhooks/send.ts')
    const outcome = await postWebhook('https://rebinding.example.com/', { headers: {}, body: '', allowPrivate: false })
    console.log(JSON.stringify({ asked, problem: outcome.problem }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(JSON.parse(stdout)).toEqual({ asked: 1, problem: '地址不能使用：域名指向本机或内部网络' })
})

test('a redirect is not followed, and only a 2xx status counts as delivered', async () => {
  const lookups: string[] = []
  const host = await counterpart(({ url }) => {
    lookups.push(url.pathname)
    const status = Number(url.pathname.slice(1))
    return { status, headers: { location: '/200' }, body: 'said\u0000 so' }
  })
  const outcome = async (status: number) => (await postWebhook(`http://${host}/${status}`, sent)).problem
  expect(await outcome(204)).toBeNull()
  expect(await outcome(307)).toBe('HTTP 307，不跟随跳转')
  expect(await outcome(500)).toBe('HTTP 500')
  expect(lookups).toEqual(['/204', '/307', '/500'])
  expect((await postWebhook(`http://${host}/400`, sent)).answer).toBe('said  so')
})

test('a long response is truncated', async () => {
  const host = await counterpart(() => ({ body: '长'.repeat(1_000_000) }))
  const { answer, problem } = await postWebhook(`http://${host}/`, sent)
  expect(problem).toBeNull()
  expect(answer).toBe('长'.repeat(1000))
})
