import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

/** antd's icons are named `plus` or `file-excel`. */
const iconNames = new Set(
  readdirSync(join(import.meta.dirname, '../node_modules/@ant-design/icons/es/icons'))
    .filter(file => file.endsWith('.js'))
    .map(file => file.replace(/(Outlined|Filled|TwoTone)?\.js$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, '-'))
    .map(name => name.toLowerCase()),
)

/** Checks that nothing with a name on the page, or in its first row's menu, has the English one of its icon. */
export async function expectNoIconNames(page: Page): Promise<void> {
  expect(iconNames).toContain('bell')
  const menus = page.getByRole('main').getByRole('button', { name: /的更多操作$|的操作$/ })
  // Content and menus of the previous tab disappear only when the new tab is there.
  await expect(async () => {
    if (!(await menus.count())) return
    await menus.first().click({ timeout: 2_000 })
    await expect(page.getByRole('menuitem').first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  // An accessibility tree of the whole page would take several times as long as these elements and what names them.
  const named = await page.locator('body').evaluate(
    (body, roles) =>
      [...body.querySelectorAll(`button, a, img, svg, ${roles.map(role => `[role=${role}]`)}`)]
        .filter(
          element => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden="true"]'),
        )
        .map(element => {
          const own = ['aria-label', 'title', 'alt'].map(name => element.getAttribute(name))
          const content = element.matches('button, a, [role=menuitem], [role=tab]') ? element.textContent : ''
          return [...own, content].filter(Boolean).join(' ')
        }),
    ['button', 'menuitem', 'link', 'tab', 'img', 'combobox'],
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  expect(named.filter(Boolean).length, 'it looked at something').toBeGreaterThan(1)
  const english = named.filter(name =>
    name.split(/\s/).some(word => iconNames.has(word) || word === 'Close' || word === 'Clear'),
  )
  expect(english, page.url()).toEqual([])
}
