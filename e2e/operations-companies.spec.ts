import type { Locator, Page } from '@playwright/test'
import { newDeviceKey } from '#server/testing/device-key.ts'
import { expectAccessible } from './axe.ts'
import { openAs } from './operations.ts'
import { keepSession, logInByCall, newPassword, newPhone, post, registerByCall } from './people.ts'
import { newBuyer } from './shopping.ts'
import { clientSession, reportDevice } from './staff.ts'
import { expect, test } from './test.ts'

const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

/** Finds a company by a member's phone and opens it. */
async function openCompany(page: Page, { company, phone }: { company: string; phone: string }) {
  await openAs(page, 'support', '/operations/companies')
  await page.getByRole('searchbox', { name: '搜索企业、信用代码、管理员或手机号' }).fill(phone)
  await expect(page.getByText('共 1 家企业')).toBeVisible()
  await page.getByRole('link', { name: company }).click()
  await expect(page.getByRole('heading', { name: company })).toBeVisible()
}

test('support freezes a company, which stops its console and client at once until it is thawed', async ({
  page,
  context,
}) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  const { request } = page
  const key = newDeviceKey()
  const { sid, device_id } = await reportDevice(request, { ...buyer, key }, { name: '前台电脑' })
  const usable = () => post(request, '/v1/client/getUsableLines', { sid, device_id })
  expect((await usable()).code).toBe(200)
  const manager = await context.newPage()
  await keepSession(manager, await logInByCall(request, buyer.phone, newPassword))
  await manager.goto('/control/company')
  await expect(manager.getByRole('heading', { name: buyer.company })).toBeVisible()

  await openCompany(page, buyer)
  await page.getByRole('button', { name: '冻结企业' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 名成员的 3 个登录结束')
  await dialog.getByRole('button', { name: '冻结' }).click()
  await expect(dialog).toContainText('请输入原因，至少 2 个字')
  await dialog.getByRole('textbox').fill('营业执照已注销')
  await dialog.getByRole('button', { name: '冻结' }).click()
  await expect(toast(page, '3 个登录已结束')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('冻结：营业执照已注销')
  expect((await usable()).code).toBe(-41016)

  // The next call of the open console logs the person out, who learns why at the next login.
  await manager.reload()
  await expect(manager).not.toHaveURL(/control/)
  const again = await logInByCall(request, buyer.phone, newPassword)
  const refused = await post(request, '/v1/company/getCompanyInfo', { sid: again.sid })
  expect(refused).toMatchObject({ code: -42006, msg: '企业已被冻结：营业执照已注销。请联系客服' })
  const frozen = await post(request, '/v1/client/getUsableLines', {
    device_id,
    sid: await clientSession(request, buyer.phone, newPassword, key),
  })
  expect(frozen.data).toMatchObject({ usable: false, list: [] })

  await page.getByRole('button', { name: '解除冻结' }).click()
  await dialog.getByRole('button', { name: '解除冻结' }).click()
  await expect(toast(page, '已解除冻结')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '赠送时长' }).click()
  await dialog.getByRole('spinbutton', { name: '人天' }).fill('45')
  await expect(dialog).toContainText('赠送后 45 人天')
  await dialog.getByRole('textbox', { name: '说明' }).fill('停用期间补偿')
  await dialog.getByRole('button', { name: '赠送' }).click()
  await expect(toast(page, '现有 45 人天')).toBeVisible()
  await keepSession(manager, await logInByCall(request, buyer.phone, newPassword))
  await manager.goto('/control/employeetime?tab=ledger')
  await expect(manager.getByText('停用期间补偿')).toBeVisible()
  await expect(manager.getByText('+45')).toBeVisible()

  await page.getByRole('link', { name: '时间线', exact: true }).click()
  const log = page.getByRole('region', { name: '记录列表' })
  for (const action of ['赠送时长', '解除冻结', '冻结企业'])
    await expect(log.getByText(action, { exact: true })).toBeVisible()
})

test('support finds a person, reveals the full phone for a reason and ends a session', async ({ page }) => {
  const phone = newPhone()
  const opened = await registerByCall(page.request, phone)
  await openAs(page, 'support', '/operations/accounts')
  await page.getByRole('searchbox').fill(phone)
  const list = page.getByRole('region', { name: '账号列表' })
  const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`
  await expect(list.getByText('共 1 个账号')).toBeVisible()
  await list.getByRole('link', { name: masked }).click()
  await page.getByRole('button', { name: /查看.*的完整号码/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '原因' }).fill('客户来电，回拨核实')
  await dialog.getByRole('button', { name: '查看' }).click()
  await expect(page.getByRole('dialog').getByText(phone)).toBeVisible()
  await page.getByRole('button', { name: '知道了' }).click()
  const audit = page.getByRole('region', { name: '审计记录' })
  await expect(audit).toContainText('查看手机号')
  await expect(page.getByRole('main')).not.toContainText(phone)
  await expect(page.getByRole('region', { name: '短信' })).toContainText('没有短信')
  await expectAccessible(page)
  await page.getByRole('button', { name: '结束全部' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '结束登录' }).click()
  await expect(toast(page, '已结束 1 个登录')).toBeVisible()
  expect((await post(page.request, '/v1/user/wGetUserInfo', { sid: opened.sid })).code).toBe(-41016)
})

test('a gift whose response was lost is not given twice', async ({ page, tolerate }) => {
  tolerate(/giftCompanyHours|ERR_FAILED/)
  await openCompany(page, await newBuyer(page.request))
  const dialog = page.getByRole('dialog')
  const give = async () => {
    await page.getByRole('button', { name: '赠送时长' }).click()
    await dialog.getByRole('spinbutton', { name: '人天' }).fill('7')
    await dialog.getByRole('textbox', { name: '说明' }).fill('网络中断时的赠送')
    await dialog.getByRole('button', { name: '赠送' }).click()
  }
  await page.route('**/giftCompanyHours', async route => {
    await route.fetch()
    await route.abort()
  })
  await give()
  await expect(page.getByRole('alert').filter({ hasText: '再次提交不会重复赠送时长' })).toBeVisible()
  // Closing the dialog and entering the same again means the same gift.
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.unroute('**/giftCompanyHours')
  await give()
  await expect(toast(page, '现有 7 人天')).toBeVisible()
  // Once that is done, the same again is another gift.
  await give()
  await expect(toast(page, '现有 14 人天')).toBeVisible()
})

test('buttons for dangerous acts have enough contrast when hovered, in the light and dark themes', async ({ page }) => {
  await openCompany(page, await newBuyer(page.request))
  const readable = async (dangerous: Locator) => {
    await dangerous.hover()
    await expectAccessible(dangerous, { coloursOnly: true })
  }
  await readable(page.getByRole('button', { name: '冻结企业' }))
  await page.getByRole('button', { name: '更多操作' }).click()
  await readable(page.getByRole('menuitem', { name: '结束全部成员的登录' }))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '冻结企业' }).click()
  await readable(page.getByRole('dialog').getByRole('button', { name: '冻结' }))
})
