import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { logInAs } from './operations.ts'
import { consolePages, operationsPages } from './pages.ts'
import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

/** `plus`, `file-excel`: what antd's icons call themselves. */
const iconNames = new Set(
  readdirSync(join(import.meta.dirname, '../node_modules/@ant-design/icons/es/icons'))
    .filter(file => file.endsWith('.js'))
    .map(file => file.replace(/(Outlined|Filled|TwoTone)?\.js$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, '-'))
    .map(name => name.toLowerCase()),
)

/** Looks at everything with a name on these pages; answers how many buttons it saw. */
async function nothingInEnglish(page: Page, paths: readonly string[]): Promise<number> {
  let buttons = 0
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const menus = page.getByRole('main').getByRole('button', { name: /的更多操作$/ })
    if (await menus.count()) {
      await menus.first().click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    }
    const tree = await page.locator('body').ariaSnapshot()
    for (const [, role, name = ''] of tree.matchAll(
      /- (button|menuitem|link|tab|img|combobox)(?: "((?:[^"\\]|\\.)*)")?/g,
    )) {
      if (role === 'button') buttons += 1
      expect(
        name.split(' ').filter(word => iconNames.has(word) || word === 'Close'),
        `${role} “${name}” on ${path}`,
      ).toEqual([])
    }
  }
  return buttons
}

test('nothing in the console is named in English by its icon @once', async ({ page }) => {
  expect(iconNames).toContain('bell')
  await signedIn(page, demo.manager)
  // It looked at something.
  expect(await nothingInEnglish(page, consolePages)).toBeGreaterThan(50)
})

test('nothing in the back office is named in English by its icon @once', async ({ page }) => {
  await logInAs(page, 'operator')
  expect(await nothingInEnglish(page, operationsPages)).toBeGreaterThan(20)
})
