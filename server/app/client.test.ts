import { expect, test, vi } from 'vitest'
import { createClient } from '../../clients/typescript/client.ts'

const answered = (data: unknown) => Response.json({ code: 200, msg: '成功', data })
const refused = (status: number, retryAfter: string) =>
  Response.json({ code: status, msg: '稍后', data: null }, { status, headers: { 'retry-after': retryAfter } })

/** Creates a client whose successive attempts get these answers. */
function against(...answers: ((request: RequestInit) => Response | Promise<Response>)[]) {
  const send = vi.fn(async (_url: unknown, request: RequestInit = {}) => {
    const answer = answers[Math.min(send.mock.calls.length, answers.length) - 1]
    if (!answer) throw new Error('no answer')
    return answer(request)
  })
  const client = (more: { timeout?: number } = {}) =>
    createClient({ url: 'http://portal', token: 'hyl_', retries: 2, fetch: send as typeof fetch, ...more })
  return { send, client }
}

/** Sends the status and the beginning of an answer, then cuts the connection. */
const cut = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"code":200,'))
        controller.error(new TypeError('the connection was cut'))
      },
    }),
  )

test('an answer that is cut off is asked for again, under the same key', async () => {
  const { send, client } = against(cut, () => answered({ dept_id: 'd' }))
  expect(await client().setDepartment({ name: '仓库' })).toEqual({ dept_id: 'd' })
  const [first, second] = send.mock.calls.map(([, request]) => new Headers(request?.headers).get('idempotency-key'))
  expect([send.mock.calls.length, first]).toEqual([2, second])
})

test('a response of another server in the portal’s place is not taken for a refusal with the code 200', async () => {
  const { client } = against(() => new Response('<html>'))
  await expect(client().getOwnToken()).rejects.toThrow(TypeError)
  await expect(
    against(() => new Response('', { status: 502 }))
      .client()
      .getOwnToken(),
  ).rejects.toMatchObject({ code: 502 })
})

test('a call that is not repeated by itself is sent again after 429 and 503, and not after no answer', async () => {
  const { send, client } = against(
    () => refused(429, '0.01'),
    () => refused(503, '0.01'),
    () => answered({}),
  )
  await client().runDirectory({} as never)
  expect(send).toHaveBeenCalledTimes(3)
  const lost = against(cut)
  await expect(lost.client().runDirectory({} as never)).rejects.toThrow('cut')
  expect(lost.send).toHaveBeenCalledTimes(1)
})

test('the caller’s signal ends the pause before the next attempt, and an attempt has an end of its own', async () => {
  const { send, client } = against(() => refused(429, '50'))
  const stop = new AbortController()
  const asking = client().getOwnToken({}, { signal: stop.signal })
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  stop.abort(new Error('enough'))
  await expect(asking).rejects.toThrow('enough')
  const silent = against(
    ({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    () => answered({ name: '令牌' }),
  )
  expect(await silent.client({ timeout: 20 }).getOwnToken()).toMatchObject({ name: '令牌' })
})
