import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { consolePages } from './console.ts'
import type { Figure } from './figures.ts'
import { lighthouseFigures } from './lighthouse.ts'
import { withPortal } from './portal.ts'
import { isScriptOrStyle, kilobytes, listed, slow4G, watchTransfer, withBrowser } from './transfer.ts'

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 }
const idle = { waitUntil: 'networkidle' } as const

/** Returns the kilobytes of script and style inside the document, compressed as if sent alone. */
async function inlined(page: Page): Promise<number> {
  const texts = await page
    .locator('style, script:not([src])')
    .evaluateAll(elements => elements.map(element => element.textContent ?? ''))
  return brotliCompressSync(texts.join('\n')).length / 1000
}

export async function landing(browser: Browser, url: string): Promise<Figure[]> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const { cdp, received } = await watchTransfer(page)
  await cdp.send('Network.emulateNetworkConditions', slow4G)
  let began = 0
  cdp.once('Network.requestWillBeSent', ({ timestamp }) => {
    began = timestamp
  })
  await page.goto(`${url}/`, idle)
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  const early = received.filter(each => isScriptOrStyle(each) && (each.at - began) * 1000 <= paint)
  const document = received.filter(each => each.url === `${url}/`)
  const unopened = received.filter(isScriptOrStyle)
  const inside = await inlined(page)
  await page.goto(`${url}/?sign=1`, idle)
  // An invalid form and both other panels load everything that the overlay loads late.
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await dialog.getByRole('button', { name: '忘记密码？' }).click()
  await dialog.getByRole('button', { name: '返回登录' }).click()
  await dialog.getByRole('tab', { name: '注册' }).click()
  await page.waitForLoadState('networkidle')
  const parts = received.filter(isScriptOrStyle)
  const whole = kilobytes(parts) + inside
  await context.close()
  return [
    {
      name: 'landing page: script and style before the first paint',
      result: kilobytes(early) + inside,
      unit: 'kB',
      atMost: 15,
      note: `inlined ${inside.toFixed(1)}; first paint after ${(paint / 1000).toFixed(2)} s`,
    },
    { name: 'landing page: its document, texts and figures included', result: kilobytes(document), unit: 'kB' },
    {
      name: 'landing page: script and style in all, overlay closed',
      result: kilobytes(unopened) + inside,
      unit: 'kB',
      atMost: 90,
    },
    {
      name: 'landing page: script and style in all, overlay opened',
      result: whole,
      unit: 'kB',
      atMost: 90,
      note: `${listed(parts)}, inlined ${inside.toFixed(1)}`,
    },
  ]
}

/** Runs in demo mode, because the landing page shows regions and the console needs an account to log in. */
export const web = ({ rounds }: { rounds: number }): Promise<Figure[]> =>
  withPortal({}, async ({ url }) => [
    ...(await lighthouseFigures(url, rounds)),
    ...(await withBrowser([], async browser => [
      ...(await landing(browser, url)),
      ...(await consolePages(browser, url)),
    ])),
  ])
