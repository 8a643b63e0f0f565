import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { demo, keepSession, post, signedIn } from './people.ts'
import { assignHours, newEmployee, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const line = '北美主店-洛杉矶02'

/** Makes a group in the page, which is then open. */
async function newGroup(page: Page) {
  const group = uniqueName('专线组')
  await page.goto('/control/authoritymanagement')
  await page.getByRole('button', { name: '新建专线组' }).click()
  await dialogOf(page).getByRole('textbox', { name: '组名' }).fill(group)
  await dialogOf(page).getByRole('textbox', { name: '组名' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: group })).toBeVisible()
  return group
}

/** Types into a choice and picks the match. */
async function choose(page: Page, field: string | RegExp, text: string) {
  const box = dialogOf(page).getByRole('combobox', { name: field })
  await box.click()
  await box.fill(text)
  await page.locator('.ant-select-dropdown').getByText(text).last().click()
  // The click closes a pop-up over the buttons.
  await dialogOf(page).getByText(/^调整/).click()
}

async function putIn(page: Page, name: string) {
  await page.getByRole('button', { name: '调整专线' }).click()
  await choose(page, /^专线/, name)
  await expect(dialogOf(page)).toContainText('已选 1 条')
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('region', { name: '组内专线' }).getByRole('link', { name })).toBeVisible()
}

const effect = (page: Page) => dialogOf(page).getByRole('region', { name: '对使用权限的影响' })

test('a group grants and removes a person’s line as the plan predicts', async ({ page }) => {
  test.slow()
  const member = await newEmployee(page.request)
  const { sid } = await signedIn(page, demo.manager)
  await assignHours(page.request, sid, [member.employee_id])
  const group = await newGroup(page)
  await putIn(page, line)
  const open = page.url()
  await page.getByRole('button', { name: '调整授权' }).click()
  await expect(dialogOf(page).getByRole('button', { name: '保存' })).toBeDisabled()
  await choose(page, '单独授权的员工', member.name)
  await expect(effect(page)).toContainText(`1 人将获得能用的专线：${member.name}（${line}）`)
  await expectAccessible(dialogOf(page))
  // The preview changes nothing.
  await dialogOf(page).getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('实际有 0 人可以使用这 1 条专线')).toBeVisible()
  await page.getByRole('button', { name: '调整授权' }).click()
  await choose(page, '单独授权的员工', member.name)
  await expect(effect(page)).toContainText('1 人将获得能用的专线')
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '1 人获得、0 人失去权限')).toBeVisible()
  await expect(page.getByText('实际有 1 人可以使用这 1 条专线')).toBeVisible()

  await page.getByRole('region', { name: '谁可以使用' }).getByRole('link', { name: member.name }).click()
  const lines = page.getByRole('region', { name: '可用专线' })
  await expect(lines.getByRole('listitem').filter({ hasText: line })).toContainText(`${group} · 单独授权`)
  await expectAccessible(lines)
  await page.getByRole('button', { name: `${member.name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: '离职交接' }).click()
  await expect(dialogOf(page)).toContainText('将把单独授权的 1 条专线收回')
  await dialogOf(page).getByRole('button', { name: '取消' }).click()

  await page.goto(open)
  await page.getByRole('button', { name: '删除' }).click()
  await expect(effect(page)).toContainText(`1 人将失去能用的专线：${member.name}（${line}）`)
  await dialogOf(page).getByRole('button', { name: '删除' }).click()
  await expect(toast(page, `已删除“${group}”`)).toBeVisible()
  await expect(page.getByRole('navigation', { name: '专线组' }).getByText(group)).toHaveCount(0)
  await page.goto(`/control/employeedetails?employee_id=${member.employee_id}`)
  await expect(lines).toContainText('还没有可以使用的专线')
})

/** Creates a group like the one above by calls, and opens it. */
async function openGroupWith(page: Page, sid: string, name: string): Promise<void> {
  const call = async <Data>(path: string, input: object) =>
    (await post<Data>(page.request, `/v1/company/${path}`, { sid, ...input })).data
  const { list } = await call<{ list: { svp_id: string }[] }>('getCompanyVplList', { keyword: name })
  const { group_id } = await call<{ group_id: string }>('setVplGroup', { name: uniqueName('专线组') })
  await call('setVplGroupLines', { group_id, svp_ids: [list[0]?.svp_id] })
  await page.goto(`/control/authoritymanagement?group=${group_id}`)
}

test('a department’s lines also reach the people in its subdepartments', async ({ page }) => {
  test.slow()
  const member = await newEmployee(page.request)
  const { sid } = await signedIn(page, demo.manager)
  const department = async (name: string, parent_id: string | null) =>
    (await post<{ dept_id: string }>(page.request, '/v1/department/setDepartment', { sid, name, parent_id })).data
      .dept_id
  const [above, below] = [uniqueName('上级'), uniqueName('下级')]
  const dept_id = await department(below, await department(above, null))
  const { employee_id, name } = member
  expect((await post(page.request, '/v1/company/setCompanyUser', { sid, employee_id, dept_id })).code).toBe(200)
  await assignHours(page.request, sid, [employee_id])
  await openGroupWith(page, sid, line)
  await page.getByRole('button', { name: '调整授权' }).click()
  await choose(page, /^部门/, above)
  await expect(effect(page)).toContainText(`1 人将获得能用的专线：${name}（${line}）`)
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('实际有 1 人可以使用这 1 条专线')).toBeVisible()
  await page.goto(`/control/employeedetails?employee_id=${employee_id}`)
  await expect(page.getByRole('region', { name: '可用专线' })).toContainText(`部门 ${above}`)
})

test('an employee sees the lines for as long as line and service last', async ({ page }) => {
  const member = await newEmployee(page.request)
  const { sid } = await signedIn(page, demo.manager)
  await openGroupWith(page, sid, '美区直播-纽约02')
  await page.getByRole('button', { name: '调整授权' }).click()
  await choose(page, '单独授权的员工', member.name)
  await expect(effect(page)).toContainText('1 人得到授权但没有服务时长')
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('实际有 1 人可以使用')).toBeVisible()
  await keepSession(page, member)
  await page.goto('/personaldetails')
  const service = page.getByRole('region', { name: '我的服务' })
  await expect(service).toContainText('现在没有可以使用的专线')
  await assignHours(page.request, sid, [member.employee_id])
  await page.reload()
  await expect(service.getByRole('listitem').filter({ hasText: '美区直播-纽约02' })).toContainText('198.18.5.11')
  await expect(service.getByRole('button', { name: '复制美区直播-纽约02的地址' })).toBeVisible()
})
