import type { Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { demo, post, signedIn } from './people.ts'
import { newEmployee, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

const nodeOf = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name })
const tree = (page: Page) => page.getByRole('navigation', { name: '部门', exact: true })

interface Department {
  dept_id: string
  name: string
  parent_id: string | null
  sort: number
}

async function newDepartment(page: Page, sid: string, name = uniqueName('部门'), parent_id: string | null = null) {
  const { code, data } = await post<{ dept_id: string }>(page.request, '/v1/department/setDepartment', {
    sid,
    name,
    parent_id,
  })
  expect(code).toBe(200)
  return { name, dept_id: data.dept_id }
}

const departmentsOf = async (page: Page, sid: string) =>
  (await post<{ list: Department[] }>(page.request, '/v1/department/getDeptListByCompanyId', { sid })).data.list

test('a department is created, given a subdepartment and renamed', async ({ page }) => {
  await signedIn(page, demo.manager)
  const [name, below, renamed] = [uniqueName('事业部'), uniqueName('小组'), uniqueName('新事业部')]
  await page.goto('/control/departmentgroup')
  await page.getByRole('button', { name: '新建部门' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '部门名称' }).press('Enter')
  await expect(dialog.getByText('请输入部门名称')).toBeVisible()
  await dialog.getByRole('textbox', { name: '部门名称' }).fill(name)
  await dialog.getByRole('textbox', { name: '部门名称' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  await expect(nodeOf(page, name)).toBeVisible()

  // With a department chosen, a new one is still of the first level; a separate button adds one below it.
  await page.getByRole('button', { name: '新建部门' }).click()
  await expect(dialog).toContainText('无（顶级部门）')
  await dialog.getByRole('button', { name: '取消' }).click()

  // The same name again is refused at its field, and nothing typed is lost.
  await page.getByRole('button', { name: '新建下级' }).click()
  await dialog.getByRole('textbox', { name: '部门名称' }).fill(below)
  await dialog.getByRole('textbox', { name: '部门名称' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: below, exact: true })).toBeVisible()
  await expect(page.getByText(`${name} / ${below} ·`)).toBeVisible()
  await tree(page).getByText(name, { exact: true }).click()
  await page.getByRole('button', { name: '新建下级' }).click()
  const field = dialog.getByRole('textbox', { name: '部门名称' })
  await field.fill(below)
  await field.press('Enter')
  await expect(dialog.getByText('同级已有同名部门')).toBeVisible()
  await expect(field).toHaveValue(below)
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: '取消' }).click()

  await page.getByRole('button', { name: /修改$/ }).click()
  await field.fill(renamed)
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: renamed, exact: true })).toBeVisible()

  await expect(nodeOf(page, renamed)).toBeVisible()
})

test('a department is filled, refused to be deleted with the reason, emptied and deleted', async ({ page }) => {
  const { sid } = await signedIn(page, demo.manager)
  const person = await newEmployee(page.request)
  const { name, dept_id } = await newDepartment(page, sid)
  const { name: below } = await newDepartment(page, sid, uniqueName('小组'), dept_id)
  await page.goto('/control/departmentgroup')
  const dialog = page.getByRole('dialog')
  // The list of everybody shows the people.
  await tree(page).getByRole('button', { name: '全部员工' }).click()
  await page.getByRole('searchbox', { name: '搜索姓名、手机号或工号' }).fill(person.name)
  await expect(page.getByText('共 1 名员工')).toBeVisible()
  await page.getByRole('checkbox', { name: `选择 ${person.name}` }).check()
  await page.getByRole('toolbar').getByRole('button', { name: '移到其他部门' }).click()
  await expect(dialog.getByText(person.name)).toBeVisible()
  await expect(dialog.getByRole('button', { name: '移动', exact: true })).toBeVisible()
  await dialog.getByRole('combobox', { name: '部门' }).fill(name)
  await page.getByRole('tree').last().getByText(name, { exact: true }).click()
  await dialog.getByRole('button', { name: '移动 1 人' }).click()
  await expect(page.getByRole('status').filter({ hasText: `已把 1 人移到“${name}”` })).toBeVisible()
  await tree(page).getByText(name, { exact: true }).click()
  await expect(page.getByRole('region', { name: '员工列表' }).getByRole('link', { name: person.name })).toBeVisible()

  // Its contents keep it from being deleted, and the dialog names them.
  await page.getByRole('button', { name: `${name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: '删除部门' }).click()
  await expect(dialog).toContainText('还有 1 名员工、1 个下级部门')
  await dialog.getByRole('button', { name: '知道了' }).click()
  await expect(dialog).toBeHidden()
  await post(page.request, '/v1/department/batchSetDepartment', {
    sid,
    employee_ids: [person.employee_id],
    dept_id: null,
  })
  await page.reload()
  for (const gone of [below, name]) {
    await tree(page).getByText(gone, { exact: true }).click()
    await expect(page.getByText(`“${gone}”还没有员工`)).toBeVisible()
    await page.getByRole('button', { name: `${gone}的更多操作` }).click()
    await page.getByRole('menuitem', { name: '删除部门' }).click()
    await dialog.getByRole('button', { name: '删除部门' }).click()
    await expect(page.getByRole('status').filter({ hasText: `已删除“${gone}”` })).toBeVisible()
    await expect(nodeOf(page, gone)).toHaveCount(0)
  }
})

test('departments are ordered by the menu, and moved and ordered by dragging', async ({ page }) => {
  const { sid } = await signedIn(page, demo.manager)
  // Changes by others are hidden from the page: a department more or less above would move the rows under a drag.
  await page.route(`**${contract.waitForCompanyChange.path}`, () => {})
  const parent = await newDepartment(page, sid)
  const [one, two, three] = [
    await newDepartment(page, sid, uniqueName('甲'), parent.dept_id),
    await newDepartment(page, sid, uniqueName('乙'), parent.dept_id),
    await newDepartment(page, sid, uniqueName('丙'), parent.dept_id),
  ]
  const order = async () =>
    (await departmentsOf(page, sid)).filter(each => each.parent_id === parent.dept_id).map(({ name }) => name)
  const shown = tree(page).getByText(new RegExp(`^(${one.name}|${two.name}|${three.name})$`))
  await page.goto(`/control/departmentgroup?dept_id=${three.dept_id}`)
  await page.getByRole('button', { name: `${three.name}的更多操作` }).click()
  await page.getByRole('menuitem', { name: '上移' }).click()
  await expect.poll(order).toEqual([one.name, three.name, two.name])
  await expect(shown).toHaveText([one.name, three.name, two.name])

  const title = (name: string) => tree(page).getByText(name, { exact: true })
  const drag = async (name: string, onto: string, x: number) => {
    const target = title(onto)
    // Both departments must be in sight, because a drag does not scroll.
    await target.evaluate(element => element.scrollIntoView({ block: 'center' }))
    const height = (await target.boundingBox())?.height ?? 0
    await title(name).dragTo(target, { sourcePosition: { x: 2, y: 8 }, targetPosition: { x, y: height - 3 } })
  }
  // On the lower half of another department it goes below it; further to the right it goes inside.
  await drag(one.name, two.name, 2)
  await expect.poll(order).toEqual([three.name, two.name, one.name])
  await expect(shown).toHaveText([three.name, two.name, one.name])
  // Under another parent it may change who may use what, so the page asks first.
  await drag(three.name, two.name, 60)
  const dialog = page.getByRole('dialog', { name: `移动部门“${three.name}”` })
  await expect(dialog).toContainText('没有人的使用权限会变化。')
  await dialog.getByRole('button', { name: '移动', exact: true }).click()
  await expect.poll(order).toEqual([two.name, one.name])
  const inside = async () => (await departmentsOf(page, sid)).find(({ name }) => name === three.name)?.parent_id
  expect(await inside()).toBe(two.dept_id)
  // A department can't go into itself: the tree does not take the drop.
  await expect(title(three.name)).toBeVisible()
  await drag(two.name, three.name, 60)
  expect(await order()).toEqual([two.name, one.name])
  expect(await inside()).toBe(two.dept_id)
})
