import type { Page, Request } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { expectAccessible, expectAtRest } from './axe.ts'
import { expectNoIconNames } from './icon-names.ts'
import { logInAs } from './operations.ts'
import { accountPages, consolePages, operationsPages, publicPages } from './pages.ts'
import { demo, signedIn } from './people.ts'
import { expect, expectFits, overflow, test } from './test.ts'

/** Checks everything that holds for any page, in one visit. */
async function expectPresentable(page: Page, options: { reload?: boolean } = {}): Promise<void> {
  await expectAccessible(page, { ...options, narrowToo: true })
  await expectFits(page)
}

for (const path of publicPages)
  test(`${path} fits every width and has no axe violation, light or dark, wide or narrow`, async ({
    page,
    tolerate,
  }) => {
    tolerate(/status of 404/)
    await page.goto(path)
    await expectPresentable(page, { reload: path.startsWith('/template/') })
  })

for (const panel of ['登录', '注册', '找回密码'])
  test(`the overlay’s panel ${panel} has no axe violation, with its problems shown`, async ({ page }) => {
    await page.goto(panel === '注册' ? '/?sign=register' : '/?sign=1')
    const dialog = page.getByRole('dialog')
    if (panel === '找回密码') await dialog.getByRole('button', { name: '忘记密码？' }).click()
    await dialog.getByRole('button', { name: /^(登录|注册|重设密码)$/ }).click()
    await expect(dialog.getByText('请勾选服务条款')).toBeVisible()
    await expectAccessible(dialog, { narrowToo: true })
  })

/** Opens a page, or navigates to it as a link of the application would, and waits until all its requests are answered. */
async function goTo(page: Page, path: string, within: boolean): Promise<void> {
  let underWay = 0
  let last = Date.now()
  const note = (change: number) => (request: Request) => {
    // The console's wait for changes by others takes most of a minute.
    if (request.url().endsWith(contract.waitForCompanyChange.path)) return
    underWay += change
    last = Date.now()
  }
  const [begun, over] = [note(1), note(-1)]
  page.on('request', begun).on('requestfinished', over).on('requestfailed', over)
  if (within)
    await page.evaluate(to => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  else await page.goto(path)
  await expect.poll(() => underWay <= 0 && Date.now() - last > 150, { intervals: [50] }).toBe(true)
  page.off('request', begun).off('requestfinished', over).off('requestfailed', over)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A row's menu can't be opened while its list is being replaced.
  await expectAtRest(page)
}

/** Pixels within which the first row of a list begins on a phone, below its head and its filters. */
const rowsWithin = 320

/** The lists that are empty in the demonstration. Any other without rows would pass for one that is still loading. */
const mayBeEmpty = [
  '/operations/tickets?tab=follow-ups',
  // The demonstration's devices are online for three minutes after its start, which a slow machine needs for the pages before.
  '/operations/devices',
  '/operations/bills',
  '/operations/bills?view=bills',
  '/operations/health',
]

async function expectRowsSoon(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  const top = () =>
    page.evaluate(() => {
      const list = document.querySelector('main .data-list')
      return list && (list.querySelector('[data-row]')?.getBoundingClientRect().top ?? 'no rows')
    })
  const problem = (found: number | string | null) => {
    if (typeof found === 'number') return found <= rowsWithin ? '' : `the first row is at ${found} px`
    return mayBeEmpty.includes(path) ? '' : (found ?? '')
  }
  await expect.poll(async () => problem(await top()), { message: page.url(), intervals: [50] }).toBe('')
}

/** Checks several pages in one visit: what all of them need is loaded once. */
async function expectPagesPresentable(page: Page, paths: readonly string[]): Promise<void> {
  // It takes as long as several tests.
  test.slow()
  for (const [index, path] of paths.entries())
    await test.step(path, async () => {
      // The last width of `expectFits`, which the previous page left.
      await page.setViewportSize({ width: 1366, height: 900 })
      await goTo(page, path, index > 0)
      await expectNoIconNames(page)
      await expectPresentable(page)
      await expectRowsSoon(page, path)
    })
}

/** Parts of a size with which the workers end together. */
const inParts = (paths: readonly string[]) =>
  Array.from({ length: Math.ceil(paths.length / 5) }, (_, part) => paths.slice(part * 5, part * 5 + 5))

for (const { path, phone } of accountPages)
  test(`${path} fits every width, has no axe violation and no English names`, async ({ page }) => {
    await signedIn(page, phone)
    await expectPagesPresentable(page, [path])
  })

for (const paths of inParts(consolePages))
  test(`${paths.join(', ')} fit every width, have no axe violation and no English names`, async ({
    page,
    tolerate,
  }) => {
    // The last of them does not exist, which its document's status shows.
    tolerate(/\/control\/nothing: Failed to load resource: the server responded with a status of 404/)
    await signedIn(page, demo.manager)
    await expectPagesPresentable(page, paths)
  })

for (const paths of inParts(operationsPages))
  test(`${paths.join(', ')} fit every width, have no axe violation and no English names`, async ({
    page,
    tolerate,
  }) => {
    // The preview of an article runs no script, not even that of this check.
    tolerate(/Blocked script execution in 'about:/)
    await logInAs(page, 'operator')
    await expectPagesPresentable(page, paths)
  })

test('the overlay fits a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/?sign=register')
  const submit = page.getByRole('dialog').getByRole('button', { name: '注册', exact: true })
  await submit.scrollIntoViewIfNeeded()
  await expect(submit).toBeInViewport()
  expect(await overflow(page)).toBe(0)
})

test('the root font follows the width from 1024 px on, relative to 1920, capped at five times', async ({ page }) => {
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
      // This is the readable size of the responsive layout.
      expect(await size()).toBeGreaterThanOrEqual(14)
    }
  }
})
