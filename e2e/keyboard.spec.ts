import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { demo, signedIn } from './people.ts'
import { newEmployee, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

/** Reports whether the top of the focused element is in sight, not below a bar that stays there while the page scrolls. */
const isFocusInSight = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused) return false
    const { left, top, width } = focused.getBoundingClientRect()
    return focused.contains(document.elementFromPoint(left + Math.min(width / 2, 300), Math.max(top, 0) + 4))
  })

test('a manager finds a person, gives them days and reads the log using only the keyboard', async ({ page }) => {
  await signedIn(page, demo.manager)
  const name = uniqueName('键')
  await newEmployee(page.request, name)
  await page.goto('/control/employeetime')
  await expect(page.getByRole('region', { name: '员工列表' }).locator('[data-row]').first()).toBeVisible()

  // The first stop leads past the menu, the tabs and the bar.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到正文' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('共 1 名员工')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: '批量操作' })).toContainText('已选 1 名员工')
  await page.keyboard.press('x')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  // The row is gone with its page, and the focus goes to where the next page begins.
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索与命令' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expectAccessible(palette)
  await page.keyboard.type(name)
  await expect(palette.getByRole('option', { name: `给 ${name} 分配时长` })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const assign = page.getByRole('dialog', { name: `给 ${name} 分配时长` })
  await expect(assign.getByLabel('每人增加的天数')).toBeFocused()
  await page.keyboard.type('3')
  await expect(assign.getByText('共 3 人天')).toBeVisible()
  await expect(assign.getByRole('button', { name: /^分\s*配$/ })).toBeEnabled()
  await expectAccessible(assign)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^已给 1 人分配 3 人天/)).toBeVisible()
  // No element opened the dialog, so none can get the focus back.
  await expect(assign).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await expect(palette.getByRole('option', { name: new RegExp(name) }).first()).toBeVisible()
  await palette.getByRole('combobox').fill('操作记录')
  await expect(palette.getByRole('option', { name: '操作记录' }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '操作记录' })).toBeVisible()
  await expect(page.getByRole('region', { name: '记录列表' })).toContainText(name)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: '键盘' })
  await expect(help).toContainText('列表的下一行')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
})

test('the bars and the head of a list do not cover what the keyboard focuses', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/control/employeetime')
  const rows = page.getByRole('region', { name: '员工列表' }).locator('[data-row]')
  await expect(rows.nth(12)).toBeAttached()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  expect(await isFocusInSight(page)).toBe(true)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '表格导入' })).toBeFocused()
  expect(await isFocusInSight(page)).toBe(true)

  await page.keyboard.press('/')
  for (let row = 0; row <= 12; row++) await page.keyboard.press('ArrowDown')
  await expect(rows.nth(12)).toBeFocused()
  for (let row = 12; row > 0; row--) {
    await page.keyboard.press('ArrowUp')
    expect(await isFocusInSight(page), `row ${row - 1}`).toBe(true)
  }
  await expect(rows.first()).toBeFocused()
})
