import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expectNoIconNames } from './icon-names.ts'
import { logInAs } from './operations.ts'
import { accountPages, consolePages, operationsPages, publicPages } from './pages.ts'
import { demo, signedIn } from './people.ts'
import { expect, expectFits, test } from './test.ts'

for (const path of publicPages)
  test(`${path} has no axe violation, light or dark, wide or narrow @once`, async ({ page, tolerate }) => {
    tolerate(/status of 404/)
    await page.goto(path)
    await expectAccessible(page, { reload: path.startsWith('/template/'), narrowToo: true })
  })

for (const panel of ['登录', '注册', '找回密码'])
  test(`the overlay’s panel ${panel} has no axe violation, with its problems shown @once`, async ({ page }) => {
    await page.goto(panel === '注册' ? '/?sign=register' : '/?sign=1')
    const dialog = page.getByRole('dialog')
    if (panel === '找回密码') await dialog.getByRole('button', { name: '忘记密码？' }).click()
    await dialog.getByRole('button', { name: /^(登录|注册|重设密码)$/ }).click()
    await expect(dialog.getByText('请勾选服务条款')).toBeVisible()
    await expectAccessible(page, { narrowToo: true })
  })

/** As it is looked at on its own: one load for all of it, the first of which may be slow. */
async function expectPresentable(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFits(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page, { narrowToo: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectNoIconNames(page)
}

for (const { path, phone } of [...accountPages, ...consolePages.map(path => ({ path, phone: demo.manager }))])
  test(`${path} fits every width, has no axe violation and no English names @once`, async ({ page }) => {
    await signedIn(page, phone)
    await expectPresentable(page, path)
  })

for (const path of operationsPages)
  test(`${path} fits every width, has no axe violation and no English names @once`, async ({ page }) => {
    await logInAs(page, 'operator')
    await expectPresentable(page, path)
  })
