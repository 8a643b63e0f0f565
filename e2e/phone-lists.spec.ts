import { logInAs } from './operations.ts'
import { demo, managerSession, post, signedIn } from './people.ts'
import { newEmployee, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a list on a phone shows the part that is chosen and, on demand, all of its introduction', async ({ page }) => {
  await logInAs(page, 'operator')
  await page.goto('/operations/refunds?state=all')
  await expect(page.getByText('全部退款')).toBeInViewport()

  const introduction = page.getByText('申请时要退的内容已收回', { exact: false })
  const isCut = () => introduction.evaluate(text => text.scrollWidth > text.clientWidth)
  expect(await isCut()).toBe(true)
  await page.getByRole('button', { name: '展开' }).click()
  expect(await isCut()).toBe(false)
  await page.getByRole('button', { name: '收起' }).click()
  expect(await isCut()).toBe(true)
})

test('the introduction of a page without a list is below the buttons, not squeezed beside them', async ({ page }) => {
  await signedIn(page, demo.manager)
  for (const [path, text] of [
    ['/control/authoritymanagement', '把专线放入组'],
    ['/control/costs', '已付的钱按用掉的时间分摊'],
  ] as const) {
    await page.goto(path)
    const head = page.locator('.list-head').filter({ hasText: text })
    await expect(head.locator('.row')).toBeVisible()
    const widths = () => head.evaluate(each => [each.clientWidth, each.querySelector('.list-about')?.clientWidth])
    await expect.poll(async () => new Set(await widths()).size).toBe(1)
  }
})

test('a long name without a space stays in its card, beside the actions', async ({ page }) => {
  const { sid } = await managerSession(page.request)
  const name = `${uniqueName('Flagship_')}_Official_Store_United_States`
  const shop = { sid, platform: 'amazon', name, shop_number: uniqueName('N') }
  expect(await post(page.request, '/v1/shop/setShop', shop)).toMatchObject({ code: 200 })
  await signedIn(page, demo.manager)
  await page.goto(`/control/shops?keyword=${name}`)
  const card = page.locator('[data-row]').filter({ hasText: name })
  const lead = await card.locator('.card-lead').evaluate(each => [each.scrollWidth, each.clientWidth])
  expect(lead[0]).toBe(lead[1])
})

test('a date in a line of facts is not broken at its hyphens', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.goto('/control/requests?tab=all')
  const dates = page.locator('main .part').filter({ hasText: /^\d{4}-\d\d-\d\d/ })
  await expect(dates.first()).toBeVisible()
  const lines = await dates.evaluateAll(all =>
    all.map(each => Math.round(each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight))),
  )
  expect(new Set(lines)).toEqual(new Set([1]))
})

test('the tab of a page with a long name is in sight once the name is loaded', async ({ page }) => {
  const { employee_id, name } = await newEmployee(page.request, uniqueName('Maximilian Alexander '))
  await signedIn(page, demo.manager)
  for (const path of [
    '/control/deviceManage',
    '/control/activity',
    `/control/employeedetails?employee_id=${employee_id}`,
  ])
    await page.goto(path)
  const current = page.getByRole('navigation', { name: '已打开的页面' }).locator('li[data-shown]')
  await expect(current).toHaveText(name)
  await expect(current).toBeInViewport({ ratio: 0.99 })
})
