import { act, renderHook } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Held } from './answers.ts'
import { announceCompanyChange, onCompanyChange } from './company-change.ts'
import { keyed } from './keyed.ts'
import { forgetAnswers } from './remembered.ts'
import { session } from './session.ts'
import { prefetch, requestShared, type Send, useRequest } from './use-request.ts'

/** A server that answers when the test lets it; each answer is tagged by its content. */
function server() {
  const waiting: ((data: string) => void)[] = []
  const held: (Held | null | undefined)[] = []
  const send: Send<string> = (_, options) => {
    held.push(options.held)
    return new Promise(resolve =>
      waiting.push(data => resolve({ code: 200, msg: '', data, tag: `tag of ${data}`, ok: true })),
    )
  }
  return { send, waiting, held, answer: (data: string) => act(async () => waiting.shift()?.(data)) }
}
const open = (send: Send<string>, body = '{}') =>
  renderHook(({ input }) => useRequest(send, input, { name: 'list', remember: true }), {
    initialProps: { input: body },
  })

beforeEach(() => {
  forgetAnswers()
})

const later = () => vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })

test('data seen before is shown at once, marked as earlier, until a newer response replaces it', async () => {
  const { send, waiting, answer } = server()
  const first = open(send)
  await answer('before')
  first.unmount()
  later()
  const again = open(send)
  expect(again.result.current).toMatchObject({ data: 'before', loading: false, current: false })
  await answer('now')
  expect(again.result.current).toMatchObject({ data: 'now', current: true })
  expect(waiting).toEqual([])
})

test('parts of a page with the same request share it; a reload never reuses an older one', async () => {
  const { send, waiting, answer } = server()
  const [one, other] = [open(send), open(send)]
  expect(waiting).toHaveLength(1)
  act(() => one.result.current.reload())
  expect(waiting).toHaveLength(2)
  await answer('shared')
  expect(other.result.current.data).toBe('shared')
  expect(one.result.current.data).toBeUndefined()
  await answer('after the change')
  expect(one.result.current.data).toBe('after the change')
})

test('after somebody else’s change the parts that follow it share one request, which was sent after it', async () => {
  const { send, waiting, answer } = server()
  const part = open(send)
  await answer('before')
  const figure: unknown[] = []
  // The bar makes the call when the change is announced, a page at its next render.
  const end = onCompanyChange(() => void requestShared(send, 'list', {}).then(({ data }) => figure.push(data)))
  act(announceCompanyChange)
  expect(waiting).toHaveLength(1)
  act(announceCompanyChange)
  expect(waiting).toHaveLength(2)
  await answer('asked before the second change')
  await answer('after it')
  end()
  expect(part.result.current.data).toBe('after it')
  expect(figure).toEqual(['asked before the second change', 'after it'])
})

test('a request is aborted when the last part waiting for it unmounts', () => {
  const signals: (AbortSignal | undefined)[] = []
  const send: Send<string> = (_, { signal }) => {
    signals.push(signal)
    return new Promise(() => {})
  }
  const [one, other] = [open(send), open(send)]
  one.unmount()
  expect(signals.map(signal => signal?.aborted)).toEqual([false])
  other.unmount()
  expect(signals.map(signal => signal?.aborted)).toEqual([true])
  // A later caller must not wait for a request that is never answered.
  open(send)
  expect(signals).toHaveLength(2)
})

test('data requested ahead is not requested again', async () => {
  const { send, waiting, answer } = server()
  const pending = prefetch(send, 'list', {})
  await answer('ready')
  await pending
  expect(open(send).result.current.data).toBe('ready')
  expect(waiting).toEqual([])
})

test('a part that comes a moment later takes what another one was answered, and later asks again', async () => {
  const { send, waiting, answer } = server()
  const part = () => renderHook(() => useRequest(send, '{}', { name: 'profile' }))
  part()
  await answer('ready')
  expect(part().result.current).toMatchObject({ data: 'ready', loading: false, current: true })
  expect(waiting).toEqual([])
  later()
  part()
  expect(waiting).toHaveLength(1)
})

test('a form starts from what was requested ahead for it a moment ago, and never from an earlier state', async () => {
  const { send, waiting, answer } = server()
  const form = () => renderHook(() => useRequest(send, '{}', { name: 'list' }))
  void prefetch(send, 'list', {})
  // Joins the pending request.
  const joined = form()
  expect(waiting).toHaveLength(1)
  await answer('ready')
  expect(joined.result.current).toMatchObject({ data: 'ready', current: true })
  expect(form().result.current).toMatchObject({ data: 'ready', current: true })
  await keyed({ change: true }, {}, async () => undefined)
  expect(form().result.current).toMatchObject({ data: undefined, loading: true })
  expect(waiting).toHaveLength(1)
  await answer('now')
  later()
  expect(form().result.current.data).toBeUndefined()
})

test.each([
  ['signing out', () => session.forget()],
  ['the end of the session', () => session.invalidate()],
])('%s deletes everything remembered, including a late response', async (_, end) => {
  const { send, held, answer } = server()
  const first = open(send)
  await answer('private')
  first.unmount()
  const late = open(send, '{"page":2}')
  late.unmount()
  end()
  await answer('private, late')
  expect(open(send).result.current.data).toBeUndefined()
  expect(open(send, '{"page":2}').result.current.data).toBeUndefined()
  // Nor is a tag sent, from which the server would learn what was seen here.
  expect(held.slice(-2)).toEqual([null, null])
})

test('after a change nothing counts as fresh, and earlier requests are not shared', async () => {
  const { send, waiting, answer } = server()
  const first = open(send)
  await answer('before')
  first.unmount()
  const back = open(send)
  // The answer is still fresh.
  expect(waiting).toHaveLength(0)
  back.unmount()
  await keyed({ change: true }, {}, async () => undefined)
  const after = open(send)
  expect(waiting).toHaveLength(1)
  await keyed({ change: true }, {}, async () => undefined)
  const later = open(send)
  expect(waiting).toHaveLength(2)
  await answer('asked before the second change')
  await answer('after it')
  expect(later.result.current.data).toBe('after it')
  expect(after.result.current.data).toBe('asked before the second change')
})

test('the tag of held data is sent, and an unchanged response causes no rerender', async () => {
  const { send, held, answer } = server()
  const first = open(send)
  await answer('before')
  first.unmount()
  later()
  let drawn = 0
  const again = renderHook(() => {
    // Runs with each committed render.
    useEffect(() => {
      drawn += 1
    })
    return useRequest(send, '{}', { name: 'list', remember: true })
  })
  expect(held).toEqual([null, { data: 'before', tag: 'tag of before' }])
  await answer('before')
  const [before, { data }] = [drawn, again.result.current]
  act(announceCompanyChange)
  await answer('before')
  // The change causes one render, its answer none.
  expect(drawn - before).toBe(1)
  expect(again.result.current.data).toBe(data)
  open(send, '{"page":2}')
  expect(held.at(-1)).toBeNull()
})
