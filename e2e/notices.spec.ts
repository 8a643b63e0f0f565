import { expectAccessible } from './axe.ts'
import { firstAnswer } from './first-answer.ts'
import { demo, post, signedIn } from './people.ts'
import { reportDevice, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

/** The second company of the demonstration, which no other test touches: its bell rings only for these tests. */
const owner = '13800000051'
const employee = '13800000052'

test.describe.configure({ mode: 'serial' })

test.describe('in a context of its own', () => {
  test.use({ ownContext: true })
  test('a waiting device raises the bell without a reload, and its notice links to the queue', async ({ page }) => {
    const sender = { phone: employee, password: demo.password }
    await signedIn(page, owner)
    await page.clock.install()
    const answered = firstAnswer(page, 'getNoticeList')
    await page.goto('/control/managepersonal')
    const { unread: before } = await answered
    const bell = page.getByRole('banner').getByRole('button', { name: /^通知/ })
    await expect(bell).toHaveAccessibleName(before ? `通知，${before} 条未读` : '通知')

    const name = uniqueName('直播手机')
    await reportDevice(page.request, sender, { name, platform: 'android' })
    await page.clock.fastForward(60_000)
    await expect(bell).toHaveAccessibleName(`通知，${before + 1} 条未读`)

    await bell.click()
    const drawer = page.getByRole('dialog', { name: '通知' })
    const notice = drawer.getByRole('listitem').filter({ hasText: name })
    await expect(notice).toContainText('未读')
    await expect(notice.locator('time')).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    await expectAccessible(drawer)
    await notice
      .getByRole('button', { name: /有新设备等待审核/ })
      .first()
      .click()
    await expect(drawer).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/control/deviceManage')
    await expect(page.getByRole('region', { name: '设备列表' }).getByText(name)).toBeVisible()
    await expect(bell).toHaveAccessibleName(before ? `通知，${before} 条未读` : '通知')
  })
})

test('one notice, then all, are marked as read', async ({ page }) => {
  const sender = { phone: employee, password: demo.password }
  const names = [uniqueName('备用机'), uniqueName('备用机')]
  for (const name of names) await reportDevice(page.request, sender, { name, platform: 'ios' })
  await signedIn(page, owner)
  await page.goto('/control/managepersonal')
  const bell = page.getByRole('banner').getByRole('button', { name: /^通知/ })
  await bell.click()
  const drawer = page.getByRole('dialog', { name: '通知' })
  const [first, second] = names.map(name => drawer.getByRole('listitem').filter({ hasText: name }))
  // A list of the unread ones that is requested before the answer may still hold it.
  const marked = page.waitForResponse(/readNotices/)
  await first?.getByRole('button', { name: /标为已读/ }).click()
  await marked
  await expect(first ?? drawer).not.toContainText('未读')
  await expect(second ?? drawer).toContainText('未读')
  await drawer.getByText('未读', { exact: true }).click()
  await expect(second ?? drawer).toBeVisible()
  await expect(first ?? drawer).toHaveCount(0)
  await drawer.getByRole('button', { name: '全部已读' }).click()
  await expect(bell).toHaveAccessibleName('通知')
  await page.reload()
  await bell.click()
  await drawer.getByText('未读', { exact: true }).click()
  await expect(drawer.getByText('没有未读通知')).toBeVisible()
})

test('the kinds of notices sent by SMS are saved', async ({ page }) => {
  const { sid } = await signedIn(page, owner)
  // Undo the choice of an earlier attempt.
  await post(page.request, '/v1/notice/setNoticeSettings', { sid, sms: [] })
  await page.goto('/control/managepersonal')
  const drawer = page.getByRole('dialog')
  const open = async () => {
    await page.getByRole('banner').getByRole('button', { name: /^通知/ }).click()
    await drawer.getByRole('button', { name: '短信提醒设置' }).click()
  }
  await open()
  const waiting = drawer.getByRole('switch', { name: /新设备待审核/ })
  await expect(waiting).not.toBeChecked()
  await waiting.click()
  await expect(waiting).toBeChecked()
  await expectAccessible(drawer)
  await page.reload()
  await open()
  await expect(waiting).toBeChecked()
})
