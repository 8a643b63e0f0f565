import writeXlsxFile from 'write-excel-file/node'
import { expectAccessible } from './axe.ts'
import { demo, newPhone, signedIn } from './people.ts'
import { uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

const sheet = async (rows: string[][]) => ({
  name: '员工.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await writeXlsxFile([['手机号', '姓名', '工号', '部门'], ...rows]).toBuffer(),
})

test('one person is added by a form that keeps what was typed', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.goto('/control/addemployee')
  const [phone, name] = [page.getByRole('textbox', { name: '手机号' }), page.getByRole('textbox', { name: '姓名' })]
  await expect(phone).toBeFocused()
  // When the page is opened directly, the two ways are side by side, like tabs elsewhere.
  await expect(page.getByRole('navigation', { name: '添加方式' })).toHaveCSS('display', 'flex')
  await phone.press('Enter')
  await expect(page.getByText('请输入手机号')).toBeVisible()
  await expect(page.getByText('请输入姓名')).toBeVisible()
  await expect(phone).toBeFocused()
  await phone.fill(demo.employee)
  await name.fill('重复的人')
  await name.press('Enter')
  await expect(page.getByText('该手机号已是本企业的员工')).toBeVisible()
  await expect(name).toHaveValue('重复的人')
  const [number, person] = [newPhone(), uniqueName('新人')]
  await phone.fill(number)
  await name.fill(person)
  await name.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '已邀请 1 人，待本人同意' })).toBeVisible()
  await page.waitForURL(/employeetime/)
  await page.getByRole('searchbox').fill(person)
  await expect(page.getByRole('region', { name: '员工列表' }).getByText('共 1 名员工')).toBeVisible()
  await expect(page.getByRole('region', { name: '员工列表' })).toContainText('待本人同意')
})

test('cells copied from a sheet fill rows; rows not added stay with the reason', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signedIn(page, demo.manager)
  await page.goto('/control/addemployee')
  const people = [uniqueName('甲'), uniqueName('乙')]
  const text = `手机号\t姓名\n${newPhone()}\t${people[0]}\n${demo.employee}\t重复的人\n${newPhone()}\t${people[1]}\n`
  await page.evaluate(value => navigator.clipboard.writeText(value), text)
  await page.getByRole('textbox', { name: '手机号' }).press('ControlOrMeta+v')
  await expect(page.getByRole('textbox', { name: '手机号' })).toHaveCount(3)
  await page.getByRole('button', { name: '添加 3 名员工' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '已添加 2 人，还有 1 人没有添加' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '手机号' })).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: '手机号' })).toHaveValue(demo.employee)
  await expect(page.getByText('该手机号已是本企业的员工')).toBeVisible()
})

test('a sheet is previewed with the numbers of its invalid rows, then the valid ones are imported', async ({
  page,
}) => {
  await signedIn(page, demo.manager)
  await page.goto('/control/addemployee?way=import')
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载模板' }).click()
  expect((await template).suggestedFilename()).toBe('员工导入模板.xlsx')
  const group = uniqueName('导入')
  const [one, two, three] = [newPhone(), newPhone(), newPhone()]
  const input = page.getByLabel('员工表格')
  await input.setInputFiles(
    await sheet([
      [one, `${group}一`, '', '运营中心 / 亚马逊事业部'],
      ['138', `${group}二`, '', ''],
      [one, `${group}三`, '', ''],
      [two, `${group}四`, '', '没有的部门'],
      [three, `${group}五`, '', ''],
    ]),
  )
  await expect(page.getByText('3 行有问题，2 行可以导入')).toBeVisible()
  const rows = page.getByRole('region', { name: '检查结果表格' }).getByRole('row')
  // Faulty rows come first, with the numbers that the sheet shows.
  await expect(rows.nth(1).getByRole('rowheader')).toHaveText('3')
  await expect(rows.nth(1)).toContainText('手机号')
  await expect(rows.nth(3)).toContainText('部门')
  await expectAccessible(page.getByRole('main'))
  await page.getByRole('button', { name: '只导入无误的 2 行' }).click()
  await expect(page.getByRole('heading', { name: '导入结果' })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('status').filter({ hasText: '已处理 2 / 2 行，添加 2 人' })).toBeVisible()
  // A reload shows the same result.
  await page.reload()
  await expect(page.getByRole('heading', { name: '导入结果' })).toBeVisible()
  await page.getByRole('link', { name: '查看待同意的人' }).click()
  await page.getByRole('searchbox').fill(group)
  await expect(page.getByRole('region', { name: '员工列表' }).getByText('共 2 名员工')).toBeVisible()
})
