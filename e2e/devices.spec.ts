import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { codeSentTo, keepSession, post } from './people.ts'
import { assignHours, newEmployee, newManager, reportDevice, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

const list = (filters: Record<string, string>) => `/control/deviceManage?${new URLSearchParams(filters)}`
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const deviceList = (page: Page) => page.getByRole('region', { name: '设备列表' })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a waiting device is rejected with a note by the administrator’s code, and its owner reads why', async ({
  page,
}) => {
  // The test is slow because axe looks twice and several people each have a password to hash.
  test.slow()
  const [manager, employee] = [await newManager(page.request), await newEmployee(page.request)]
  const name = uniqueName('测试笔记本')
  await assignHours(page.request, manager.sid, [employee.employee_id])
  await reportDevice(page.request, employee, { name })
  await keepSession(page, manager)
  await page.goto(list({ audit_state: 'pending', keyword: name }))
  await expect(deviceList(page).getByText('共 1 台设备')).toBeVisible()
  await page.getByRole('button', { name: `驳回 ${name}（${employee.name}）` }).click()

  const dialog = dialogOf(page, `驳回「${name}」`)
  await expect(dialog.getByRole('list', { name: '将要操作的设备' })).toContainText(`${name}${employee.name}`)
  const code = dialog.getByRole('textbox', { name: '管理员验证码' })
  const note = dialog.getByRole('textbox', { name: /驳回原因/ })
  await note.fill('请使用公司电脑')
  await code.press('Enter')
  await expect(dialog.getByText('请输入验证码')).toBeVisible()
  await expectAccessible(dialog)

  await dialog.getByRole('button', { name: '获取验证码' }).click()
  const waiting = dialog.getByRole('button', { name: /^\d+ 秒后重发$/ })
  await expect(waiting).toBeDisabled()
  expect(Number.parseInt((await waiting.textContent()) ?? '', 10)).toBeGreaterThan(50)
  const masked = `${manager.phone.slice(0, 3)}****${manager.phone.slice(-4)}`
  await expect(dialog.getByText(`已发送到 ${masked}`)).toBeVisible()
  const sent = await codeSentTo(page.request, manager.phone, 'device_audit')

  await code.fill(sent === '000000' ? '111111' : '000000')
  await code.press('Enter')
  await expect(dialog.getByText('验证码错误或已过期，请重新获取')).toBeVisible()
  await expect(note).toHaveValue('请使用公司电脑')
  await expect(code).toBeFocused()

  await code.fill(sent)
  await code.press('Enter')
  await expect(toast(page, '已驳回 1 台设备')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('没有符合条件的设备')).toBeVisible()

  const { data } = await post<{ devices: { reason: string; message: string }[] }>(
    page.request,
    '/v1/client/getMyService',
    { sid: employee.sid },
  )
  expect(data.devices).toMatchObject([
    { reason: 'device_rejected', message: expect.stringContaining('请使用公司电脑') },
  ])
})

test('several devices are suspended at once, and each one’s log names the actor', async ({ page }) => {
  // The test is slow because axe looks twice and several people each have a password to hash.
  test.slow()
  const [manager, employee] = [await newManager(page.request), await newEmployee(page.request)]
  const name = uniqueName('批量')
  for (const each of ['甲', '乙']) await reportDevice(page.request, employee, { name: `${name}${each}` })
  await keepSession(page, manager)
  await page.goto(list({ keyword: employee.name }))
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  const bar = page.getByRole('toolbar', { name: '批量操作' })
  await expect(bar).toContainText('已选 2 台设备')
  // All are authorized already, so nothing would change.
  await bar.getByRole('button', { name: '恢复授权' }).click()
  await expect(toast(page, '所选设备都已授权')).toBeVisible()
  await bar.getByRole('button', { name: '暂停授权' }).click()

  const dialog = dialogOf(page, '暂停授权 2 台设备')
  await expect(dialog.getByRole('listitem')).toHaveText([new RegExp(`${name}乙`), new RegExp(`${name}甲`)])
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  const code = await codeSentTo(page.request, manager.phone, 'device_authorization')
  await dialog.getByRole('textbox', { name: '管理员验证码' }).fill(code)
  await dialog.getByRole('button', { name: '确认暂停授权' }).click()
  await expect(toast(page, '已暂停 2 台设备')).toBeVisible()
  await expect(deviceList(page).getByText('已暂停')).toHaveCount(2)
  await expect(bar).toBeHidden()

  await page.getByRole('button', { name: `${name}甲`, exact: true }).click()
  const drawer = dialogOf(page, `${name}甲`)
  await expect(drawer.getByText('现在不能使用服务')).toBeVisible()
  await drawer.getByText('日志', { exact: true }).click()
  const log = drawer.getByRole('list', { name: '设备日志' }).getByRole('listitem')
  await expect(log.first()).toContainText('暂停授权')
  await expect(log.first()).toContainText(manager.name)
  await expect(log.last()).toContainText(employee.name)
  await expectAccessible(drawer)
  // The address names the open drawer.
  await page.reload()
  await expect(log.first()).toContainText('暂停授权')
})

test('removing names the device, explains the consequences, and needs no code', async ({ page }) => {
  const [manager, employee] = [await newManager(page.request), await newEmployee(page.request)]
  const name = uniqueName('旧手机')
  await reportDevice(page.request, employee, { name, platform: 'android' })
  await keepSession(page, manager)
  await page.goto(list({ keyword: name }))
  await page.getByRole('button', { name: `${name}（${employee.name}） 的更多操作` }).click()
  await page.getByRole('menuitem', { name: '移除' }).click()
  const dialog = dialogOf(page, `移除「${name}」`)
  await expect(dialog).toContainText('需要重新审核')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
  await expect(deviceList(page).getByText(name)).toBeVisible()
  await page.getByRole('button', { name: `${name}（${employee.name}） 的更多操作` }).click()
  await page.getByRole('menuitem', { name: '移除' }).click()
  await dialog.getByRole('button', { name: '确认移除' }).click()
  await expect(toast(page, '已移除 1 台设备')).toBeVisible()
  await expect(page.getByText('没有符合条件的设备')).toBeVisible()
})
