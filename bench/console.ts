import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { repositoryRoot } from '#server/testing/portal-process.ts'
import type { ConsolePage } from '#web/data/console-page.ts'
import { consolePages as consolePageList } from '#web/data/console-pages.ts'
import { demo } from '../e2e/people.ts'
import { type Figure, median } from './figures.ts'
import { kilobytes, listed, slow4G, watchTransfer } from './transfer.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
/** Pages that are opened for the first time, and the selector that shows that their content is there. */
const firstPages = [
  { name: 'the employees', path: paths.employees, content: 'tbody :is(a, button, input)' },
  { name: 'buying lines', path: paths.buyLines, content: '.region-tree input' },
  // The most bytes until content, and the most calls.
  { name: 'the shops', path: paths.shops, content: 'tbody :is(a, button, input)' },
  {
    name: 'the personal page',
    path: paths.managePersonal,
    content: 'body:not(:has(.first-frame)) #app main:not(:has(.skeleton)) section button',
  },
] as const
const idle = { waitUntil: 'networkidle' } as const

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

/** Reads from the build's manifest which files each source of the pages needs. */
async function buildFiles(): Promise<(source: string) => Set<string>> {
  const text = await readFile(join(repositoryRoot, 'dist/manifest.json'), 'utf8')
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
  return source => filesOf(source)
}

/** Returns the addresses of what `late` needs and `page` does not. */
async function lateFiles(late: string, page: string): Promise<Set<string>> {
  const filesOf = await buildFiles()
  const early = filesOf(page)
  return new Set([...filesOf(late)].filter(file => !early.has(file)).map(file => `/${file}`))
}

/** Measures the size of the scripts and styles of each page of the menu with those of the frame, as sent. */
async function menuPages(): Promise<Figure> {
  const filesOf = await buildFiles()
  const bytesOf = async (file: string) => {
    const path = join(repositoryRoot, 'dist/public', file)
    return (await stat(`${path}.br`).catch(() => stat(path))).size
  }
  const pages: readonly ConsolePage[] = consolePageList
  const sizes = await Promise.all(
    pages
      .filter(({ under, source }) => !under && source)
      .map(async ({ name, source = '' }) => {
        const files = new Set([...filesOf('web/app.tsx'), ...filesOf(source)])
        const bytes = await Promise.all([...files].map(bytesOf))
        return { name, kB: bytes.reduce((sum, each) => sum + each, 0) / 1000 }
      }),
  )
  const heaviest = sizes.toSorted((one, other) => other.kB - one.kB)
  return {
    name: 'heaviest page of the menu: scripts and styles',
    result: heaviest[0]?.kB ?? Number.NaN,
    unit: 'kB',
    atMost: 330,
    note: heaviest
      .slice(0, 4)
      .map(({ name, kB }) => `${name} ${kB.toFixed(0)}`)
      .join(', '),
  }
}

/** A list that people come back to, and the selector that shows that it is there. */
const lists = [
  ['设备', '设备列表'],
  ['订单记录', '订单列表'],
  ['员工与时长', '员工列表'],
] as const

/** Opens a console page for the first time on a slow phone network and a slow machine, until its content is there. */
async function firstVisit(
  browser: Browser,
  url: string,
  storageState: StorageState,
  { name: opened, path, content }: (typeof firstPages)[number],
): Promise<Figure[]> {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  const { cdp, received } = await watchTransfer(page)
  await cdp.send('Network.emulateNetworkConditions', slow4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  let requests = 0
  cdp.once('Network.requestWillBeSent', ({ timestamp }) => {
    requests = timestamp
  })
  const began = performance.now()
  await page.goto(`${url}${path}`, { waitUntil: 'commit' })
  await page.locator(content).first().waitFor({ timeout: 60_000 })
  const rows = (performance.now() - began) / 1000
  const [work, script] = workBetween({ TaskDuration: 0, ScriptDuration: 0 }, await worked(cdp))
  const until = received.filter(({ url: file }) => !file.startsWith('data:'))
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  // The simulated network delays the page after the page's own clock has the first byte.
  const arrived = (until.find(({ type }) => type === 'Document')?.at ?? Number.NaN) - requests
  const twice = repeated(until)
  await page.waitForLoadState('networkidle')
  await context.close()
  const name = `first visit of ${opened}, slow 4G, CPU × 4`
  return [
    {
      name: `${name}: the frame, after its document`,
      result: painted / 1000 - arrived,
      unit: 's',
      atMost: 0.5,
      note: `the document arrives after ${arrived.toFixed(2)} s, the frame is painted after ${(painted / 1000).toFixed(2)} s`,
    },
    {
      name: `${name}: time to content`,
      result: rows,
      unit: 's',
      atMost: 3.3,
      note: `the page's own processor time until then ${ms(work)}, of which script ${ms(script)}`,
    },
    { name: `${name}: requests until then`, result: until.length, unit: '', atMost: 12, note: listed(until) },
    { name: `${name}: over the wire until then`, result: kilobytes(until), unit: 'kB', atMost: 330 },
    { name: `${name}: addresses asked twice`, result: twice.length, unit: '', atMost: 0, note: twice.join(', ') },
  ]
}

const repeated = (files: { url: string }[]) => {
  const urls = files.map(({ url }) => url)
  return urls.filter((url, at) => urls.indexOf(url) !== at)
}

/** Reads the seconds of work of the page's main thread, in processor time: other load on the machine hardly changes it. */
async function worked(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** Returns milliseconds of the main thread between two readings: in all, and the part of script, style and layout. */
const workBetween = (before: Record<string, number>, after: Record<string, number>) =>
  workParts.map(name => ((after[name] ?? Number.NaN) - (before[name] ?? Number.NaN)) * 1000)
const workParts = ['TaskDuration', 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration']
const ms = (value: number | undefined) => `${(value ?? Number.NaN).toFixed(0)} ms`

/** Milliseconds, longer than the idle fetching of the menu's pages takes; it would be measured with the clicks. */
const settled = 12_000

/** Switches between lists that were seen before, on the slow network, and measures each click in the page itself. */
async function secondVisits(browser: Browser, url: string, storageState: StorageState): Promise<Figure[]> {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  const { cdp, received } = await watchTransfer(page)
  await page.goto(`${url}${paths.employees}`, idle)
  const visit = (name: string, list: string) =>
    page.evaluate(
      ([name, list]) =>
        new Promise<number>(resolve => {
          const link = [...document.querySelectorAll<HTMLElement>('.side-menu a')].find(
            each => each.textContent?.trim() === name,
          )
          const began = performance.now()
          link?.click()
          const look = () =>
            document.querySelector(`[aria-label="${list}"] [data-row]`)
              ? // The frame with the rows is painted when a task after its callbacks runs.
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
              : requestAnimationFrame(look)
          look()
        }),
      [name, list] as const,
    )
  for (const [name, list] of lists) {
    await visit(name, list)
    await page.waitForLoadState('networkidle')
  }
  await page.waitForTimeout(settled)
  await cdp.send('Network.emulateNetworkConditions', slow4G)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  received.splice(0)
  const times: number[] = []
  const bytes: number[] = []
  const work: number[][] = []
  for (let round = 0; round < 8; round += 1)
    for (const [name, list] of lists) {
      const before = await worked(cdp)
      times.push(await visit(name, list))
      work.push(workBetween(before, await worked(cdp)))
      // Longer than an answer counts as fresh, so that each visit requests it again.
      await page.waitForTimeout(3_500)
      bytes.push(kilobytes(received.splice(0)))
    }
  await context.close()
  const [all = Number.NaN, script, style, layout] = workParts.map((_, part) =>
    median(work.map(each => each[part] ?? Number.NaN)),
  )
  const p95 = (values: number[]) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
  return [
    {
      name: 'second visit of a list, slow 4G: click to rows painted, p95',
      result: p95(times),
      unit: 'ms',
      atMost: 50,
      note: `median ${median(times).toFixed(0)} ms`,
    },
    {
      name: 'the same: processor time of the page until the rows, median',
      result: all,
      unit: 'ms',
      atMost: 100,
      note: `script ${ms(script)}, style ${ms(style)}, layout ${ms(layout)}`,
    },
    { name: 'the same: over the wire, median', result: median(bytes), unit: 'kB', atMost: 2 },
  ]
}

export async function consolePages(browser: Browser, url: string): Promise<Figure[]> {
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
  // The document has a frame of its own, so the page is there when its tab is.
  await page
    .getByRole('navigation', { name: '已打开的页面' })
    .getByRole('link', { name: '个人信息', exact: true })
    .waitFor()
  await page.getByRole('region', { name: '我的服务' }).waitFor()
  await page.waitForLoadState('networkidle')
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
  // The charts' scripts are fetched when the page is idle, which may be after the network has become idle.
  for (const deadline = Date.now() + 10_000; chartsAmong(company).length < chartFiles.size && Date.now() < deadline; ) {
    await page.waitForTimeout(100)
    company.push(...received.splice(0))
  }
  await context.close()
  const charts = chartsAmong(company)
  if (!charts.length) throw new Error('the company page has asked for no chart')
  const firstVisits: Figure[] = []
  for (const each of firstPages) firstVisits.push(...(await firstVisit(browser, url, storageState, each)))
  return [
    await menuPages(),
    ...firstVisits,
    ...(await secondVisits(browser, url, storageState)),
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
