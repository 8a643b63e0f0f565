import { randomInt } from 'node:crypto'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export { expect }

/** Names what a test expects to go wrong in the browser: a console message or address that matches is no fault. */
type Tolerate = (pattern: RegExp) => void

interface Options {
  /**
   * Creates a separate context for the test: for what can't be undone in one (a clock, a script that runs before every page) and
   * for other options than the project's.
   */
  ownContext: boolean
}
interface Fixtures extends Options {
  tolerate: Tolerate
  watched: undefined
  tolerated: RegExp[]
}
interface WorkerFixtures {
  worker: { context?: BrowserContext }
}

/**
 * Returns a separate address for each test, as a visitor, because together they send more requests an hour than the portal accepts
 * from one address.
 */
const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** The error of a request that was cancelled because the page moved on. */
const givenUp = 'net::ERR_ABORTED'

const notHere = () => {
  throw new Error('This would outlive the test: test.use({ ownContext: true })')
}

/** Opens the context that the worker's next test uses again, so it refuses what can't be undone. */
async function openShared(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext()
  // Otherwise the console would fetch the scripts of all its pages, again for each document, as soon as a test is slower than they
  // are.
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  context.addInitScript = notHere
  context.clock.install = notHere
  const page = await context.newPage()
  page.addInitScript = notHere
  return context
}

/** Removes everything of the previous test from the context and its first page. */
async function clear(context: BrowserContext, viewport: { width: number; height: number } | null): Promise<void> {
  const [page, ...others] = context.pages()
  if (!page) throw new Error('a test closed the page of its worker')
  await Promise.all(others.map(other => other.close()))
  for (const event of ['request', 'response', 'console', 'dialog', 'download'] as const) page.removeAllListeners(event)
  // A form with something typed would ask whether to leave it.
  const leave = (dialog: { accept(): Promise<void> }) => void dialog.accept()
  page.on('dialog', leave)
  // The page must be of this origin, so that its storages can be reached, and have no script. A navigation that the previous test
  // triggered may still interrupt this.
  await expect(() => page.goto('/healthz')).toPass({ timeout: 10_000 })
  page.off('dialog', leave)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await context.clearPermissions()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(viewport ?? { width: 0, height: 0 })
  await page.mouse.move(0, 0)
}

/**
 * Every page of every test is watched: a console error or warning (a violation of the content security policy is one),
 * an exception, a request that fails, or one to any other host fails the test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  ownContext: [false, { option: true }],
  // A page that has loaded the application before loads it in half the time, because its scripts are compiled already.
  worker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names it shall give from here
    async ({}, use) => {
      const worker: WorkerFixtures['worker'] = {}
      await use(worker)
      await worker.context?.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, worker, viewport, ownContext }, use) => {
    const context = ownContext ? await browser.newContext() : (worker.context ?? (await openShared(browser)))
    if (!ownContext && worker.context) await clear(context, viewport)
    if (!ownContext) worker.context = context
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress() })
    await use(context)
    // A request that a page polls may just be intercepted by a test, where the end of the test would be an error outside of any
    // test.
    for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
    if (ownContext) await context.close()
  },
  page: async ({ context }, use) => {
    await use(context.pages()[0] ?? (await context.newPage()))
  },
  request: async ({ playwright, baseURL }, use) => {
    const headers = { 'x-forwarded-for': newAddress() }
    const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: headers })
    await use(request)
    await request.dispose()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  tolerated: async ({}, use) => {
    await use([])
  },
  tolerate: async ({ tolerated }, use) => {
    await use(pattern => tolerated.push(pattern))
  },
  watched: [
    async ({ context, baseURL, tolerated }, use) => {
      const faults: string[] = []
      const own = new URL(baseURL ?? '').host
      const isOwn = (address: string) => {
        const { protocol, host } = new URL(address)
        return host === own || protocol === 'data:' || protocol === 'blob:' || protocol === 'about:'
      }
      context.on('console', message => {
        if (['error', 'warning'].includes(message.type()))
          faults.push(`console ${message.type()} at ${message.page()?.url()}: ${message.text()}`)
      })
      context.on('weberror', ({ page, error }) => {
        faults.push(`exception at ${page()?.url()}: ${error().stack ?? error().message}`)
      })
      context.on('request', request => {
        if (!isOwn(request.url())) faults.push(`request to another host: ${request.url()}`)
      })
      context.on('requestfailed', request => {
        const reason = request.failure()?.errorText
        if (reason !== givenUp) faults.push(`request failed: ${request.url()} ${reason}`)
      })
      await use(undefined)
      for (const event of ['console', 'weberror', 'request', 'requestfailed'] as const)
        context.removeAllListeners(event)
      expect(faults.filter(fault => !tolerated.some(pattern => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
})

/** The page as a whole never scrolls sideways; a table or a figure inside may. */
export const overflow = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - width
  })

/**
 * Checks a small phone, a tablet, the narrowest desktop layout, a laptop and a large screen. Beyond 1440 px, where tests begin, a
 * page only grows with its root font.
 */
export async function expectFits(page: Page): Promise<void> {
  // Most windows are low, because less of them has to be painted.
  for (const [width, height] of [
    [360, 900],
    [768, 300],
    [1024, 300],
    [2560, 300],
    [1366, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await overflow(page), `${page.url()} at ${width} px`).toBe(0)
  }
}

/** Waits for the script of a public page, which comes after its paint and takes over presses from the document's own. */
export const publicScript = (page: Page) => page.waitForFunction(() => window.onclick === null)
