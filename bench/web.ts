import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { here } from '#server/testing/portal-process.ts'
import { demo } from '../e2e/people.ts'
import type { Figure } from './figures.ts'
import { lighthouseFigures } from './lighthouse.ts'
import { withPortal } from './portal.ts'
import { isScriptOrStyle, kilobytes, listed, slow4G, watchTransfer, withBrowser } from './transfer.ts'

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 }
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
/** The page of the menu that loads most beside the frame. */
const heaviestPage = paths.employees
const idle = { waitUntil: 'networkidle' } as const

/** Returns the kilobytes of script and style inside the document, compressed as if sent alone. */
async function inlined(page: Page): Promise<number> {
  const texts = await page
    .locator('style, script:not([src])')
    .evaluateAll(elements => elements.map(element => element.textContent ?? ''))
  return brotliCompressSync(texts.join('\n')).length / 1000
}

async function landing(browser: Browser, url: string): Promise<Figure[]> {
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
  // A document is painted before its last bytes arrive, so it counts as a whole.
  const before = received.filter(each => each.url === `${url}/` || (each.at - began) * 1000 <= paint)
  const inside = await inlined(page)
  await page.goto(`${url}/?sign=1`, idle)
  // An invalid form and both other panels bring in everything that the overlay loads late.
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
      name: 'landing page: bytes before the first paint, document included',
      result: kilobytes(before),
      unit: 'kB',
      atMost: 15,
      note: `${listed(before)}; first paint after ${(paint / 1000).toFixed(2)} s`,
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

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

/** Returns the addresses of what `late` needs and `page` does not, as the build's manifest tells them. */
async function lateFiles(late: string, page: string): Promise<Set<string>> {
  const text = await readFile(join(here, 'dist/manifest.json'), 'utf8')
  // The build writes it in this shape.
  const chunks = JSON.parse(text) as Record<string, Chunk>
  const filesOf = (name: string, found = new Set<string>()): Set<string> => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`the manifest does not know ${name}`)
    if (found.has(chunk.file)) return found
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
    for (const imported of chunk.imports ?? []) filesOf(imported, found)
    return found
  }
  const early = filesOf(page)
  return new Set([...filesOf(late)].filter(file => !early.has(file)).map(file => `/${file}`))
}

/** Opens a console page for the first time on a slow phone network and a slow machine, until its rows are there. */
async function firstVisit(browser: Browser, url: string, storageState: StorageState): Promise<Figure[]> {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  const { cdp, received } = await watchTransfer(page)
  await cdp.send('Network.emulateNetworkConditions', slow4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const began = performance.now()
  await page.goto(`${url}${heaviestPage}`, { waitUntil: 'commit' })
  await page.locator('tbody').locator('a, button, input').first().waitFor({ timeout: 60_000 })
  const rows = (performance.now() - began) / 1000
  await page.waitForLoadState('networkidle')
  const files = received.filter(({ url: file }) => !file.startsWith('data:'))
  await context.close()
  return [
    {
      name: 'first visit of the heaviest menu page, slow 4G, CPU × 4: time to rows',
      result: rows,
      unit: 's',
      atMost: 3.3,
    },
    { name: 'the same: requests', result: files.length, unit: '', atMost: 12, note: listed(files) },
    { name: 'the same: over the wire', result: kilobytes(files), unit: 'kB', atMost: 330 },
  ]
}

async function consolePages(browser: Browser, url: string): Promise<Figure[]> {
  const first = await browser.newContext()
  const login = await first.newPage()
  await login.goto(`${url}/?sign=1`, idle)
  const dialog = login.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '登录账号' }).fill(demo.manager)
  await dialog.getByRole('textbox', { name: '密码', exact: true }).fill(demo.password)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await login.waitForFunction(() => localStorage.getItem('token'))
  await login.getByRole('button', { name: /账号菜单/ }).waitFor()
  const storageState = await first.storageState()
  await first.close()

  // A new context is logged in and has an empty cache.
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  const { received } = await watchTransfer(page)
  // The header's console tab opens the default page of the menu.
  await page.goto(`${url}/control`, idle)
  await page.getByRole('heading').first().waitFor()
  const opened = received.splice(0)
  const menu = page.getByRole('navigation', { name: '控制台菜单' })
  const visit = async (name: string, heading = name) => {
    await menu.getByRole('link', { name }).click()
    await page.getByRole('heading', { name: heading }).first().waitFor()
    await page.waitForLoadState('networkidle')
    return received.splice(0)
  }
  const next = [await visit('员工与时长'), await visit('部门'), await visit('设备')]
  const largest = next.reduce((one, other) => (kilobytes(other) > kilobytes(one) ? other : one))
  const company = await visit('企业信息', '登记资料')
  const chartFiles = await lateFiles('web/console/company/charts.tsx', 'web/console/company/company-page.tsx')
  const chartsAmong = (files: typeof company) => files.filter(({ url: file }) => chartFiles.has(new URL(file).pathname))
  // They are asked for when the page is idle, which may be after its network is.
  for (const deadline = Date.now() + 10_000; chartsAmong(company).length < chartFiles.size && Date.now() < deadline; ) {
    await page.waitForTimeout(100)
    company.push(...received.splice(0))
  }
  await context.close()
  const charts = chartsAmong(company)
  if (!charts.length) throw new Error('the company page has asked for no chart')
  return [
    ...(await firstVisit(browser, url, storageState)),
    {
      name: 'first console page over the wire',
      result: kilobytes(opened),
      unit: 'kB',
      atMost: 330,
      note: listed(opened),
    },
    {
      name: 'the next console page over the wire',
      result: kilobytes(largest),
      unit: 'kB',
      atMost: 40,
      note: `largest of ${next.map(each => kilobytes(each).toFixed(1)).join(', ')}: ${listed(largest)}`,
    },
    {
      name: 'the company page over the wire, before its charts',
      result: kilobytes(company) - kilobytes(charts),
      unit: 'kB',
      atMost: 40,
      note: `charts, asked for when the page is drawn: ${kilobytes(charts).toFixed(1)} kB`,
    },
  ]
}

/** Runs in demo mode, because the landing page shows regions and the console needs somebody to log in. */
export const web = ({ rounds }: { rounds: number }): Promise<Figure[]> =>
  withPortal({}, async ({ url }) => [
    ...(await lighthouseFigures(url, rounds)),
    ...(await withBrowser([], async browser => [
      ...(await landing(browser, url)),
      ...(await consolePages(browser, url)),
    ])),
  ])
