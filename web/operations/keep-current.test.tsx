import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { held } from '#web/data/remembered.ts'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { operator } from './operator.ts'
import { operationsPaths } from './paths.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a list follows what others change while somebody is at it, and asks for nothing once they have gone', async () => {
  let name = '华东伙伴'
  const { calls } = openOffice(operationsPaths.channels, ['owner'], {
    getChannelList: () => ({ list: [{ channel_id: newId(), name }], total: 1 }),
  })
  await screen.findByText('华东伙伴')
  name = '华南伙伴'
  await later(10_500)
  await screen.findByText('华南伙伴')
  // The server need not send an unchanged answer again.
  expect(calls('getChannelList').map(({ tag }) => tag)).toEqual(['-', 'tag-1'])
  const before = calls('getChannelList').length
  await later(20 * 60_000)
  const requests = calls('getChannelList').length
  expect(requests - before).toBeLessThan(32)
  await later(60_000)
  expect(calls('getChannelList')).toHaveLength(requests)
  await act(async () => void window.dispatchEvent(new Event('pointermove')))
  await later(100)
  expect(calls('getChannelList')).toHaveLength(requests + 1)
})

test('what one operator has read is gone when the session ends, and for the next one', async () => {
  openOffice(operationsPaths.channels, ['owner'], { getChannelList: { list: [], total: 0 } })
  const key = 'getChannelList {"page":1,"page_size":20}'
  await vi.waitFor(() => expect(held(key)).not.toBeNull())
  act(() => operator.endSession())
  expect(held(key)).toBeNull()
})

test('each call names the operator whose page it is, so that a page of the one before is refused', async () => {
  const { calls } = openOffice(operationsPaths.channels, ['owner'])
  await vi.waitFor(() => expect(calls('getChannelList')).toHaveLength(1))
  expect(calls('getChannelList')[0]?.operator).toBe(operator.get()?.operator_id)
})
