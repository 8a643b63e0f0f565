import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CallOptions } from './answers.ts'
import { refusal } from './answers.ts'
import { announceCompanyChange } from './company-change.ts'
import { loading } from './loading.ts'
import { prefetch, type Send, useDebouncedRequest, useRequest } from './use-request.ts'

/** Records for each call whether the user waits for it, and answers as configured. */
function recorder() {
  const background: (boolean | undefined)[] = []
  const state = { ok: true }
  const send: Send<number> = async (_input: unknown, options: CallOptions) => {
    background.push(options.background)
    return state.ok ? { code: 200, msg: '', data: background.length, ok: true } : refusal(500, '')
  }
  return { background, send, state }
}

test('a first load and new input show loading; reloading what is shown does not', async () => {
  const { background, send, state } = recorder()
  state.ok = false
  const { result, rerender } = renderHook(({ body }) => useRequest(send, body, { name: 'call' }), {
    initialProps: { body: '1' },
  })
  await act(async () => {})
  // Nothing is shown yet, so the retry counts as waiting too.
  state.ok = true
  await act(async () => result.current.reload())
  await act(async () => result.current.reload())
  rerender({ body: '2' })
  await act(async () => {})
  expect(background).toEqual([false, false, true, false])
})

test('requests declared as background stay so, and so do previews while typing', async () => {
  const { background, send } = recorder()
  renderHook(() => useRequest(send, '1', { name: 'call', background: true }))
  renderHook(() => useDebouncedRequest(send, { a: 1 }, 1))
  await act(async () => new Promise(done => setTimeout(done, 20)))
  expect(background).toEqual([true, true])
})

test('what a dialog asks for when it opens is waited for', async () => {
  const { background, send } = recorder()
  renderHook(() => useDebouncedRequest(send, { a: 1 }, 0))
  await act(async () => new Promise(done => setTimeout(done, 20)))
  expect(background).toEqual([false])
})

test('who joins a request that was sent beforehand waits for it until its answer, or until they leave', async () => {
  let answer = () => {}
  const send: Send<number> = () =>
    new Promise(resolve => {
      answer = () => resolve({ code: 200, msg: '', data: 1, ok: true })
    })
  // Another file's test may have left a call unanswered.
  const before = loading.count()
  const page = (name: string) => renderHook(() => useRequest(send, '{}', { name }))
  void prefetch(send, 'ahead', {})
  expect(loading.count()).toBe(before)
  page('ahead')
  expect(loading.count()).toBe(before + 1)
  await act(async () => answer())
  expect(loading.count()).toBe(before)
  void prefetch(send, 'left', {})
  const { unmount } = page('left')
  expect(loading.count()).toBe(before + 1)
  unmount()
  expect(loading.count()).toBe(before)
})

test('beside a refusal stands only what was answered to the same input', async () => {
  const { background, send, state } = recorder()
  const { result, rerender } = renderHook(({ body }) => useRequest(send, body, { name: 'figures' }), {
    initialProps: { body: '1' },
  })
  await act(async () => {})
  state.ok = false
  await act(async () => result.current.reload())
  expect(result.current).toMatchObject({ data: 1, refused: { code: 500 } })
  rerender({ body: '2' })
  // The data remains while the next answer is pending.
  expect(result.current).toMatchObject({ data: 1, loading: true })
  await act(async () => {})
  expect(result.current).toMatchObject({ data: undefined, refused: { code: 500 }, loading: false })
  // Nothing is shown any more, so the user waits for the retry.
  state.ok = true
  await act(async () => result.current.reload())
  expect(result.current).toMatchObject({ data: 4, refused: undefined })
  expect(background).toEqual([false, true, false, false])
})

test('a reload that a change by others replaces is told when it fails, and is not waited for for ever', async () => {
  const answers: ((ok: boolean) => void)[] = []
  const send: Send<number> = () =>
    new Promise(resolve => {
      answers.push(ok => resolve(ok ? { code: 200, msg: '', data: 1, ok } : refusal(500, '')))
    })
  const { result } = renderHook(() => useRequest(send, '1', { name: 'replaced', remember: true }))
  await act(async () => answers[0]?.(true))
  act(() => result.current.reload())
  await act(async () => announceCompanyChange())
  await act(async () => answers[2]?.(false))
  expect(result.current).toMatchObject({ data: 1, refused: { code: 500 }, loading: false })
})

test('a refused new input is told although others change something at that moment', async () => {
  const { send, state } = recorder()
  const { result, rerender } = renderHook(({ body }) => useRequest(send, body, { name: 'list', remember: true }), {
    initialProps: { body: '1' },
  })
  await act(async () => {})
  state.ok = false
  rerender({ body: '2' })
  await act(async () => announceCompanyChange())
  expect(result.current).toMatchObject({ data: undefined, refused: { code: 500 }, loading: false })
})

test('a first answer that was under way when others changed something is followed by another one', async () => {
  const answers: ((data: number) => void)[] = []
  const send: Send<number> = () =>
    new Promise(resolve => {
      answers.push(data => resolve({ code: 200, msg: '', data, ok: true }))
    })
  const { result } = renderHook(() => useRequest(send, '"first"', { name: 'first', remember: true }))
  await act(async () => announceCompanyChange())
  await act(async () => answers[0]?.(1))
  expect(result.current.data).toBe(1)
  await act(async () => answers[1]?.(2))
  expect(result.current.data).toBe(2)
  expect(answers).toHaveLength(2)
})
