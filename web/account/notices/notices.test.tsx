import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { employee, manager, openPage, refuse } from '#web/testing/open-page.tsx'

async function openSettings(answers: Parameters<typeof openPage>[1]) {
  const page = openPage('/personaldetails', answers)
  await page.user.click(await screen.findByRole('button', { name: /^通知/ }))
  const drawer = within(await screen.findByRole('dialog'))
  await page.user.click(await drawer.findByRole('button', { name: '短信提醒设置' }))
  await drawer.findByRole('switch', { name: /服务即将到期/ })
  return { ...page, drawer }
}

test('an ordinary user has notices too, without the managers’ kinds', async () => {
  const { drawer } = await openSettings(employee)
  expect(drawer.queryByRole('switch', { name: /新设备待审核/ })).toBeNull()
})

test('a setting that cannot be saved is reset', async () => {
  const { user, drawer } = await openSettings({
    ...manager,
    getNoticeSettings: { sms: ['device_waiting'] },
    setNoticeSettings: refuse(503, '服务暂时不可用，请稍后重试'),
  })
  const waiting = drawer.getByRole('switch', { name: /新设备待审核/ })
  const checked = () => waiting.getAttribute('aria-checked')
  await expect.poll(checked).toBe('true')
  await user.click(waiting)
  expect((await screen.findByRole('alert')).textContent).toContain('服务暂时不可用')
  await expect.poll(checked).toBe('true')
})
