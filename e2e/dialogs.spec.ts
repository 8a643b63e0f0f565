import type { Locator } from '@playwright/test'
import { openAs } from './operations.ts'
import { demo, post, signedIn } from './people.ts'
import { newEmployee, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

test('in a dialog a template is one of its fields: below its label, and as wide as the others', async ({ page }) => {
  const { sid } = await signedIn(page, demo.manager)
  const template = { name: uniqueName('模板'), days: 3 }
  expect((await post(page.request, '/v1/company/setTemplate', { sid, ...template })).code).toBe(200)
  const { name } = await newEmployee(page.request)
  await page.goto(`/control/departmentgroup?keyword=${name}`)
  await page.getByRole('button', { name: `移动 ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: '移动到部门' })
  const department = await boxOf(dialog.locator('.ant-select').first())
  const choice = await boxOf(dialog.locator('.ant-select').nth(1))
  const label = await boxOf(dialog.getByText('入职模板（选填）'))
  expect(choice.width).toBe(department.width)
  expect(choice.y).toBeGreaterThanOrEqual(label.y + label.height)
})

test('the buttons of an invoice title stay side by side on a phone', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/control/orderrecord?tab=invoices')
  await page.getByRole('button', { name: '发票抬头' }).click()
  const title = page.getByRole('dialog', { name: '发票抬头' }).getByRole('listitem').first()
  const change = await boxOf(title.getByRole('button', { name: /^修改抬头/ }))
  const removal = await boxOf(title.getByRole('button', { name: /^删除抬头/ }))
  expect(removal.y).toBe(change.y)
})

test('the dates in the summary of a request do not break after their hyphens on a phone', async ({ page }) => {
  // Of the usual widths this is one at which a summary would break within a date.
  await page.setViewportSize({ width: 375, height: 844 })
  await openAs(page, 'operator', '/operations/approvals')
  const summaries = page.locator('.approval-summary', { hasText: /\d{4}-\d{2}-\d{2}/ })
  await expect(summaries.first()).toBeVisible()
  const lines = await summaries.evaluateAll(all =>
    all.flatMap(summary => {
      const walker = document.createTreeWalker(summary, NodeFilter.SHOW_TEXT)
      const counts: number[] = []
      while (walker.nextNode()) {
        const node = walker.currentNode as Text
        for (const { index } of node.data.matchAll(/\d{4}-\d{2}-\d{2}/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + 10)
          counts.push(range.getClientRects().length)
        }
      }
      return counts
    }),
  )
  expect(lines.length).toBeGreaterThan(0)
  expect(new Set(lines)).toEqual(new Set([1]))
})
