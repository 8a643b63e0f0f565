import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'
import { keepLive } from './live.ts'

/** The locks of a browser whose other tabs hold none. */
const free = { request: (_name: string, _options: unknown, hold: () => Promise<void>) => hold() }
let end: () => void = () => undefined

beforeEach(() => {
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage(): void {}
      close(): void {}
    },
  )
  Object.defineProperty(navigator, 'locks', { value: free, configurable: true })
})
afterEach(() => {
  end()
  Reflect.deleteProperty(navigator, 'locks')
})

test('a list shows others’ changes, waiting with the version it has seen', async () => {
  const waits = [Promise.withResolvers<{ version: string }>()]
  let people = ['余知夏']
  const { calls } = openPage('/control/employeetime', {
    getCompanyUserList: () => ({ list: people.map(name => ({ name })), total: people.length }),
    waitForCompanyChange: ({ version }) => (version ? waits.at(-1)?.promise : { version: '7' }) as never,
  })
  await screen.findByRole('link', { name: '余知夏' })
  end = keepLive(0)
  await vi.waitFor(() =>
    expect(calls('waitForCompanyChange').at(-1)).toEqual(expect.objectContaining({ version: '7' })),
  )
  people = ['余知夏', '于沐阳']
  const [wait] = waits
  waits.push(Promise.withResolvers())
  wait?.resolve({ version: '8' })
  await screen.findByRole('link', { name: '于沐阳' })
  await vi.waitFor(() => expect(calls('waitForCompanyChange').at(-1)).toMatchObject({ version: '8' }))
})
