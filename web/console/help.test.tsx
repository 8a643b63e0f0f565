import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const article = '/help/device-audit'

test('an empty list links to the help article of its page', async () => {
  openPage('/control/deviceManage', { getDeviceList: { list: [], total: 0 } })
  const link = await screen.findByRole('link', { name: '查看帮助' })
  expect(link.getAttribute('href')).toBe(article)
})

test('an error links to the help article of its page', async () => {
  openPage('/control/deviceManage', { getDeviceList: refuse(500, '服务出现问题，请稍后重试') })
  await screen.findByRole('alert')
  expect(screen.getByRole('link', { name: '查看帮助' }).getAttribute('href')).toBe(article)
})

test('so does an empty list that is no table', async () => {
  openPage('/control/requests')
  expect((await screen.findByRole('link', { name: '查看帮助' })).getAttribute('href')).toBe('/help/requests')
})
