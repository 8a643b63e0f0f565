import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loading } from '#web/data/loading.ts'
import { openPage } from '#web/testing/open-page.tsx'

/** Waits for the calls that the page makes on its own. */
async function steadyCount(): Promise<number> {
  for (let last = -1; ; ) {
    if (last === loading.count()) return last
    last = loading.count()
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

test('the loading overlay counts a request asked beforehand once somebody waits for it', async () => {
  let answer = () => {}
  const { user, calls } = openPage('/control/tickets', {
    getDeviceList: () =>
      new Promise(resolve => {
        answer = () => resolve({ list: [], total: 0 })
      }),
  })
  await screen.findByText('还没有工单')
  const before = await steadyCount()
  const entry = screen.getByRole('link', { name: '设备' })
  await user.hover(entry)
  await waitFor(() => expect(calls('getDeviceList')).toHaveLength(1))
  expect(loading.count()).toBe(before)
  await user.click(entry)
  await expect.poll(loading.count).toBe(before + 1)
  expect(calls('getDeviceList')).toHaveLength(1)
  answer()
  await expect.poll(loading.count).toBe(before)
})
