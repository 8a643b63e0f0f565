import { publicPages } from './pages.ts'
import { demo, signedIn } from './people.ts'
import { expect, expectFits, overflow, test } from './test.ts'

for (const path of publicPages)
  test(`${path} fits every width without a horizontal scrollbar @once`, async ({ page, tolerate }) => {
    tolerate(/status of 404/)
    await page.goto(path)
    await expectFits(page)
  })

test('the overlay fits a small phone @once', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/?sign=register')
  const submit = page.getByRole('dialog').getByRole('button', { name: '注册', exact: true })
  await submit.scrollIntoViewIfNeeded()
  await expect(submit).toBeInViewport()
  expect(await overflow(page)).toBe(0)
})

test('the root font follows the width from 1024 px on, relative to 1920, capped at five times @once', async ({
  page,
}) => {
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  for (const path of ['/', '/personaldetails']) {
    if (path !== '/') await signedIn(page, demo.employee)
    await page.goto(path)
    for (const width of [1024, 1366, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await size()).toBeCloseTo((16 * width) / 1920, 2)
    }
    await page.setViewportSize({ width: 12_000, height: 900 })
    expect(await size()).toBe(80)
    for (const width of [360, 1023]) {
      await page.setViewportSize({ width, height: 900 })
      // The readable size of the responsive layout.
      expect(await size()).toBeGreaterThanOrEqual(14)
    }
  }
})
