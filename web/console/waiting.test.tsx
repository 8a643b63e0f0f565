import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loadingDelay } from '#web/data/loading.ts'
import { openPage } from '#web/testing/open-page.tsx'

const overlay = () => screen.queryByText('数据加载中...')

test('the loading overlay counts a request asked beforehand once somebody waits for it', async () => {
  let answer = () => {}
  const { user, calls } = openPage('/control/tickets', {
    getDeviceList: () =>
      new Promise(resolve => {
        answer = () => resolve({ list: [], total: 0 })
      }),
  })
  await screen.findByRole('heading', { level: 1, name: '工单' })
  const entry = screen.getByRole('link', { name: '设备' })
  await user.hover(entry)
  await waitFor(() => expect(calls('getDeviceList')).toHaveLength(1))
  await new Promise(done => setTimeout(done, 2 * loadingDelay))
  expect(overlay()).toBeNull()
  await user.click(entry)
  expect(await screen.findByText('数据加载中...')).toBeTruthy()
  expect(calls('getDeviceList')).toHaveLength(1)
  answer()
  await waitFor(() => expect(overlay()).toBeNull())
})
