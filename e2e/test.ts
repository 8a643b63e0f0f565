import { randomInt } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

/** What a test expects to go wrong in the browser: a console message or address that matches is no fault. */
type Tolerate = (pattern: RegExp) => void

interface Fixtures {
  tolerate: Tolerate
  watched: undefined
}

/** A request that was given up because the page moved on. */
const givenUp = 'net::ERR_ABORTED'

/**
 * Every page of every test is watched: a console error or warning (a violation of the content security policy is one),
 * an exception, a request that fails, or one to any other host fails the test.
 */
export const test = base.extend<Fixtures & { tolerated: RegExp[] }>({
  // What the portal allows one address an hour is less than what all tests ask together.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names it shall give from here
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` })
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

/** At every width that people have, from a small phone's to a large screen's. */
export async function expectFits(page: Page): Promise<void> {
  for (const width of [360, 768, 1024, 1366, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page), `${page.url()} at ${width} px`).toBe(0)
  }
}
