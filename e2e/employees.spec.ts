import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { demo, logInByCall, newPassword, post, signedIn } from './people.ts'
import { newEmployee, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

const listOf = (page: Page) => page.getByRole('region', { name: '员工列表' })
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const find = (page: Page, keyword: string) => page.goto(`/control/employeetime?keyword=${encodeURIComponent(keyword)}`)
const more = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `${name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('hours are assigned with their cost shown first, stand in the ledger, and are reclaimed', async ({ page }) => {
  await signedIn(page, demo.manager)
  const { name } = await newEmployee(page.request, uniqueName('时长'))
  await find(page, name)
  await page.getByRole('button', { name: `给 ${name} 分配时长` }).click()
  const dialog = page.getByRole('dialog')
  const days = dialog.getByRole('spinbutton', { name: '每人增加的天数' })
  // A number above the limit stays as it was typed, with the reason; no other number takes its place.
  await days.fill('2000000')
  await expect(dialog.getByText('请输入 1 到 3,650 天')).toBeVisible()
  await dialog.getByRole('button', { name: '分配', exact: true }).click()
  await expect(days).toHaveValue('2000000')
  await expect(dialog.getByText('填写后显示需要的人天')).toBeVisible()
  // The limit itself is far more than the company has, so it is refused before anything is sent.
  await days.fill('3650')
  await expect(dialog.getByText(/企业剩余时长不足，还缺 [\d,]+ 人天/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: '分配', exact: true })).toBeDisabled()
  await expect(dialog.getByRole('link', { name: '去购买时长' })).toHaveAttribute('href', '/control/employeehouers')
  await dialog.getByRole('button', { name: '90 天' }).click()
  await expect(dialog.getByText(/服务到 \d{4}-\d\d-\d\d，共 90 人天/)).toBeVisible()
  await expectAccessible(dialog)
  await dialog.getByRole('spinbutton').press('Enter')
  await expect(toast(page, '已给 1 人分配 90 人天')).toBeVisible()
  await expect(listOf(page)).toContainText('90')
  // The bar and the page show the same balance.
  const bar = page.getByRole('banner').getByText(/^剩余 [\d,]+ 人天/)
  const left = (await bar.textContent())?.replace(/[^\d,]/g, '')
  await expect(page.locator('dt', { hasText: /^可分配$/ }).locator('+ dd')).toHaveText(`${left}人天`)

  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('link', { name: '在流水中查看' }).click()
  const ledger = page.getByRole('region', { name: '流水列表' })
  await expect(ledger.getByText('共 1 条流水')).toBeVisible()
  await expect(ledger).toContainText('-90')

  await find(page, name)
  await more(page, name, '收回时长')
  // A day that has begun is not given back.
  await expect(dialog).toContainText('收回 89 人天')
  await dialog.getByRole('button', { name: '收回时长' }).click()
  await expect(toast(page, '已从 1 人收回 89 人天')).toBeVisible()
})

test('several get hours until one day: who has more keeps it, and the balance is the same everywhere', async ({
  page,
}) => {
  await signedIn(page, demo.manager)
  const names = [1, 2, 3].map(() => uniqueName('同组'))
  const group = uniqueName('批次')
  for (const name of names) await newEmployee(page.request, `${group}${name}`)
  await find(page, group)
  await expect(listOf(page).getByText('共 3 名员工')).toBeVisible()
  for (const name of names) await page.getByRole('checkbox', { name: `选择 ${group}${name}` }).check()
  const bar = page.getByRole('toolbar', { name: '批量操作' })
  await expect(bar).toContainText('已选 3 名员工')
  await bar.getByRole('button', { name: '分配时长' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('到某一天').click()
  const until = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() + 2 * 86_400_000)
  await dialog.getByRole('textbox', { name: '服务到（当日结束）' }).fill(until)
  await dialog.getByRole('textbox', { name: '服务到（当日结束）' }).press('Enter')
  await expect(dialog.getByText(`3 人的服务到 ${until}，共 9 人天`)).toBeVisible()
  await dialog.getByRole('button', { name: '分配', exact: true }).click()
  await expect(toast(page, '已给 3 人分配 9 人天')).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(listOf(page).getByText('2 天后')).toHaveCount(3)

  await page.getByRole('checkbox', { name: `选择 ${group}${names[0]}` }).check()
  await bar.getByRole('button', { name: '选择全部 3 名员工' }).click()
  await expect(bar).toContainText('已选 3 名员工')
  await bar.getByRole('button', { name: '移除' }).click()
  await expect(dialog).toContainText(`${group}${names[0]}`)
  await expect(dialog).toContainText('收回 6 人天')
  await dialog.getByRole('button', { name: '移除 3 人' }).click()
  await expect(toast(page, '已移除 3 人，收回 6 人天')).toBeVisible()
  await expect(page.getByText('没有符合条件的员工')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).first().click()
  await expect(page).toHaveURL(url => !url.searchParams.has('keyword'))
})

test('a person is edited, disabled and enabled; a job number that is taken is refused at its field', async ({
  page,
}) => {
  await signedIn(page, demo.manager)
  const person = await newEmployee(page.request)
  await page.goto(`/control/employeedetails?employee_id=${person.employee_id}`)
  await page.getByRole('button', { name: '编辑资料' }).click()
  const dialog = page.getByRole('dialog')
  const number = dialog.getByRole('textbox', { name: '工号（选填）' })
  await number.fill('LF001')
  await number.press('Enter')
  await expect(dialog.getByText('工号已被其他员工使用')).toBeVisible()
  await expect(number).toBeFocused()
  const own = uniqueName('N')
  await number.fill(own)
  await dialog.getByRole('textbox', { name: '职位（选填）' }).fill('店铺运营')
  await number.press('Enter')
  await expect(toast(page, `已保存 ${person.name} 的资料`)).toBeVisible()
  await expect(page.getByRole('region', { name: '资料' })).toContainText(own)
  await expect(page.getByRole('region', { name: '操作记录' })).toContainText(`工号：无 → ${own}，职位：无 → 店铺运营`)

  await more(page, person.name, '停用账号')
  await expect(dialog).toContainText(`${person.name}（${person.phone}）在所有地方的登录立即结束`)
  await dialog.getByRole('button', { name: '停用账号' }).click()
  await expect(page.getByRole('region', { name: '资料' })).toContainText('已停用')
  expect((await post(page.request, '/v1/user/wGetUserInfo', { sid: person.sid })).code).toBe(-41016)
  await expect(page.getByRole('button', { name: '分配时长' })).toHaveCount(0)
  await more(page, person.name, '恢复账号')
  await dialog.getByRole('button', { name: '恢复账号' }).click()
  await expect(page.getByRole('region', { name: '资料' })).toContainText('在职')
  await expectAccessible(page)
})

test('a person becomes manager, and is none again only by a code; the owner alone can transfer the company', async ({
  page,
}) => {
  await signedIn(page, demo.manager)
  const person = await newEmployee(page.request)
  await page.goto(`/control/employeedetails?employee_id=${person.employee_id}`)
  await more(page, person.name, '设为管理员')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('可以进入控制台')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(toast(page, `${person.name} 已是管理员`)).toBeVisible()
  const manager = await logInByCall(page.request, person.phone, newPassword)
  expect(manager.user_info.is_company_manager).toBe(1)
  await page.getByRole('button', { name: `${person.name}的更多操作` }).click()
  await expect(page.getByRole('menuitem', { name: '转让企业' })).toBeVisible()
  await page.getByRole('menuitem', { name: '取消管理员' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入验证码')).toBeVisible()
})

test('somebody who leaves hands the days over, after a look at what will happen', async ({ page }) => {
  const { sid } = await signedIn(page, demo.manager)
  const [leaver, successor] = [await newEmployee(page.request), await newEmployee(page.request)]
  await post(page.request, '/v1/company/setCompanyUserService', { sid, employee_ids: [leaver.employee_id], days: 12 })
  await find(page, leaver.name)
  await more(page, leaver.name, '离职交接')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('将把 11 天时长退回企业')
  await dialog.getByRole('combobox', { name: '未用的时长与专线交给' }).fill(successor.name)
  await page.getByRole('option', { name: successor.name }).or(page.getByTitle(successor.name)).first().click()
  await expect(dialog).toContainText(`将把 11 天时长交给 ${successor.name}`)
  await expect(dialog).toContainText('将结束')
  // Nothing has happened so far.
  expect((await post(page.request, '/v1/user/wGetUserInfo', { sid: leaver.sid })).code).toBe(200)
  await dialog.getByRole('button', { name: '开始交接' }).click()
  await expect(dialog.getByRole('status')).toContainText(`已把 11 天时长交给 ${successor.name}`)
  await expect(dialog).toContainText('已结束')
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(listOf(page)).toContainText('已停用')
  expect((await post(page.request, '/v1/user/wGetUserInfo', { sid: leaver.sid })).code).toBe(-41016)
  await find(page, successor.name)
  // Exactly eleven days become ten and a bit a moment later.
  await expect(listOf(page)).toContainText(/1[01] 天后/)
})

test('the choice of columns is kept, and the export has the rows of the filter', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.goto('/control/employeetime?keyword=LF003')
  await expect(page.getByRole('columnheader', { name: '剩余天数' })).toBeVisible()
  await page.getByRole('button', { name: '列表的样子' }).click()
  await page.getByRole('checkbox', { name: '剩余天数' }).uncheck()
  await page.getByRole('checkbox', { name: '工号' }).check()
  await expect(page.getByRole('columnheader', { name: '剩余天数' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: '工号' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '剩余天数' })).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/)
  await expect(toast(page, '已导出 1 行')).toBeVisible()
})

test('the dialogs for several people have no axe violation', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.goto('/control/employeetime?keyword=LF00')
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  const dialog = page.getByRole('dialog')
  for (const action of ['分配时长', '收回时长', '调整部门', '再次邀请', '移除']) {
    await page.getByRole('toolbar').getByRole('button', { name: action }).click()
    const close = dialog.getByRole('button', { name: /^(取消|知道了)$/ })
    await expect(close).toHaveCount(1)
    await expect(page.locator('.ant-modal [aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(dialog)
    await close.click()
    await expect(dialog).toBeHidden()
  }
})
