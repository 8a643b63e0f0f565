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

test.each([
  ['finance', ['专线即将到期', '收到报价']],
  ['devices', ['新设备待审核']],
  ['department', ['新设备待审核']],
  ['reader', []],
] as const)('the duty %s is offered only what it is told of', async (duty, offered) => {
  const { drawer } = await openSettings({
    wGetUserInfo: { user_status: 1, user_info: { is_company_manager: 1, duty, company_name: '深圳市蓝帆有限公司' } },
  })
  const some = ['登录待批准', '新设备待审核', '专线即将到期', '收到报价']
  const shown = () => some.filter(word => drawer.queryByRole('switch', { name: new RegExp(word) }))
  // The duty may arrive with the profile, after the drawer has opened.
  await expect.poll(shown).toEqual(offered)
})

test('a setting that cannot be saved is reset', async () => {
  const { user, drawer } = await openSettings({
    ...manager,
    getNoticeSettings: { sms: ['device_waiting'] },
    setNoticeSettings: refuse(503, '服务暂时不可用，请稍后重试'),
  })
  const waiting = drawer.getByRole<HTMLInputElement>('switch', { name: /新设备待审核/ })
  const checked = () => waiting.checked
  await expect.poll(checked).toBe(true)
  await user.click(waiting)
  expect((await screen.findByRole('alert')).textContent).toContain('服务暂时不可用')
  await expect.poll(checked).toBe(true)
})
