import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from './axe.ts'
import { openAs, operate } from './operations.ts'
import { demo } from './people.ts'
import { expect, test } from './test.ts'

/** Operators' passwords have at least 12 characters. */
const newPassword = 'Kite-2468-lamp'

const path = '/operations/operators'

test('an owner adds an operator, who changes the password, binds an authenticator and logs in with it', async ({
  page,
  browser,
}) => {
  const name = `new${Date.now()}`
  const person = `新客服${name.slice(-6)}`
  await openAs(page, 'operator', path)
  await page.getByRole('button', { name: '添加操作员' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '添加' }).click()
  await expect(dialog.getByText('请至少选择一个角色')).toBeVisible()
  await dialog.getByLabel('用户名').fill(name)
  await dialog.getByLabel('姓名').fill(person)
  await dialog.getByRole('checkbox', { name: /^客服/ }).check()
  await dialog.getByRole('button', { name: '添加' }).click()
  await expect(page.getByText('已提交，等待另一位同事确认')).toBeVisible()

  // Another owner confirms it, and is shown the password.
  const director = await (await browser.newContext()).newPage()
  await openAs(director, 'director', '/operations/approvals?state=waiting&kind=operator')
  await director
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: '确认执行' })
    .click()
  await director.getByRole('dialog').getByRole('button', { name: '确认执行' }).click()
  const input = director.getByRole('dialog', { name: '仅显示一次' })
  const halfShown = async (shown: Locator) =>
    / ([a-z2-9]{10})，/.exec((await shown.locator('code').textContent()) ?? '')?.[1] ?? ''
  const second = await halfShown(input)
  await input.getByRole('button', { name: '我已记下' }).click()
  await director.context().close()

  // The operator who made the request fetches the other half; together they are the password.
  await page.goto('/operations/approvals?kind=operator')
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: '领取密码前半' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '领取', exact: true }).click()
  const shown = page.getByRole('dialog', { name: '仅显示一次' })
  const password = (await halfShown(shown)) + second
  await shown.getByRole('button', { name: '我已记下' }).click()
  await page.goto('/operations/operators')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('客服')

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto('/operations')
  await theirs.getByLabel('用户名').fill(name)
  await theirs.getByLabel('密码').fill('wrong-one')
  await theirs.getByRole('button', { name: '登录', exact: true }).click()
  await expect(theirs.getByText('账号或密码错误，剩余尝试次数：4')).toBeVisible()
  await theirs.getByLabel('密码').fill(password)
  await theirs.getByRole('button', { name: '登录', exact: true }).click()
  await expect(theirs.getByText('请先修改密码')).toBeVisible()
  // Nothing else can be reached before that is done.
  await theirs.goto('/operations/audit')
  await expect(theirs.getByText('请先修改密码')).toBeVisible()
  await theirs.getByLabel('现在的密码').fill(password)
  await theirs.getByLabel('新密码').fill(newPassword)
  await theirs.getByRole('button', { name: '修改密码' }).click()
  await expect(theirs.getByText('请先修改密码')).toBeHidden()
  await expect(theirs.getByText('没有这个页面，或没有权限查看')).toBeVisible()

  await theirs.goto('/operations/account')
  await theirs.getByRole('button', { name: '绑定', exact: true }).click()
  const binding = theirs.getByRole('dialog')
  await binding.getByLabel('登录密码').fill(newPassword)
  await theirs.emulateMedia({ colorScheme: 'dark' })
  await binding.getByRole('button', { name: '下一步' }).click()
  // The code stays dark on light with a margin in the dark theme, too, because an authenticator may read no other.
  const corner = binding.locator('canvas').evaluate(canvas => {
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(1, 1, 1, 1) ?? {}
    return [...(data ?? [])]
  })
  expect(await corner).toEqual([255, 255, 255, 255])
  const secret = Secret.fromBase32((await binding.locator('code').textContent()) ?? '')
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp })
  await binding.getByLabel('验证器上的 6 位数字').fill(codeAt(Date.now()))
  await binding.getByRole('button', { name: '确认绑定' }).click()
  const recovery = theirs.getByRole('dialog', { name: '请保存恢复码' })
  await expect(recovery.locator('pre')).toHaveText(/^([a-z2-9]{4}(-[a-z2-9]{4}){5}\s?){10}$/)
  await expectAccessible(recovery)
  await recovery.getByRole('button', { name: '已保存' }).click()
  await expect(theirs.getByText('已绑定', { exact: true })).toBeVisible()
  await theirs.getByRole('button', { name: new RegExp(person) }).click()
  await theirs.getByRole('menuitem', { name: '退出登录' }).click()
  await theirs.getByLabel('用户名').fill(name)
  await theirs.getByLabel('密码').fill(newPassword)
  await theirs.getByRole('button', { name: '登录', exact: true }).click()
  // The next code, because the one that bound the authenticator is used up.
  await theirs.getByLabel('动态验证码').fill(codeAt(Date.now() + 30_000))
  await theirs.getByRole('button', { name: '登录', exact: true }).click()
  await expect(theirs.getByRole('button', { name: new RegExp(person) })).toBeVisible()
  await theirs.context().close()

  await page.getByRole('button', { name: `${person}的操作` }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '停用操作员' }).click()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('已停用')
  // The log also contains concurrent acts of others.
  await page.goto(`/operations/audit?actor=${demo.operator}`)
  // A placeholder replaces the field until the pointer is over it.
  const action = page.getByRole('combobox', { name: '操作', exact: true })
  await action.click()
  await action.and(page.locator('input')).fill('停用操作')
  await page.getByRole('option', { name: '停用操作员' }).or(page.getByTitle('停用操作员')).first().click()
  await expect(page).toHaveURL(/action=operator\.disabled/)
  // The row of this person: while the narrower list is loading, the first one may be another.
  const row = page.getByRole('row', { name: new RegExp(`停用操作员.*${person}`) })
  await row.getByRole('button', { name: '内容' }).click()
  const notified = page.getByRole('dialog', { name: '停用操作员' })
  await expect(notified.getByRole('row', { name: '状态 正常 已停用' })).toBeVisible()
  await expect(notified.getByRole('button', { name: '复制原始内容' })).toBeVisible()
  await expectAccessible(notified)
})

/** Logs in over the page whose session has ended and which knows the name. */
async function logInAgain(page: Page, name: string) {
  const login = page.getByRole('dialog', { name: '登录已失效，请重新登录' })
  await expect(login.getByLabel('密码')).toBeFocused()
  await login.getByLabel('用户名').fill(name)
  await login.getByLabel('密码').fill(demo.password)
  await login.getByRole('button', { name: '登录', exact: true }).click()
  await expect(login).toBeHidden()
}

test('the menu scrolls to the current entry even at its bottom', { tag: '@narrow' }, async ({ page }, { project }) => {
  await page.setViewportSize({ width: project.name === 'narrow' ? 390 : 1366, height: 600 })
  await openAs(page, 'operator', '/operations/account')
  if (project.name === 'narrow') await page.getByRole('button', { name: '打开菜单' }).click()
  const place = page.getByRole('link', { name: '我的账号' })
  await expect(place).toHaveAttribute('aria-current', 'page')
  await expect(place).toBeInViewport({ ratio: 1 })
})

test('an operator whose session ended continues where they were after logging in again', async ({ page }) => {
  await openAs(page, 'operator', `${path}?keyword=finance`, { ownSession: true })
  await operate(page, 'logOut', {})
  await page.getByRole('searchbox').fill('support')
  await expectAccessible(page.getByRole('dialog', { name: '登录已失效，请重新登录' }))
  await logInAgain(page, 'operator')
  // The refused request is repeated.
  await expect(page.getByText('苏客服', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: '操作员' })).toBeVisible()
  await expect(page).toHaveURL(/keyword=support/)
})

test('a session ending during a form keeps its content, but only for the same person', async ({ page }) => {
  await openAs(page, 'operator', path, { ownSession: true })
  const dialog = page.getByRole('dialog', { name: '添加操作员' })
  const write = async () => {
    await page.getByRole('button', { name: '添加操作员' }).click()
    await dialog.getByLabel('姓名').fill('写到一半')
    await dialog.getByLabel('用户名').fill('operator')
    await dialog.getByRole('checkbox', { name: /^客服/ }).check()
    await operate(page, 'logOut', {})
    await dialog.getByRole('button', { name: '添加', exact: true }).click()
  }
  await write()
  await logInAgain(page, 'operator')
  await expect(dialog.getByLabel('姓名')).toHaveValue('写到一半')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await expect(dialog.getByText('已有同名操作员')).toBeVisible()
  await page.reload()

  await write()
  await logInAgain(page, 'support')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('没有这个页面，或没有权限查看')).toBeVisible()
})
