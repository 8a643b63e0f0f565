import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from '@playwright/test'
import { findColourFaults, findStructureFaults } from '../e2e/axe-rules.ts'
import type { Figure } from './figures.ts'
import { bigPackages } from './lighthouse.ts'
import { loneCharacters } from './lone-characters.ts'
import { withPortal } from './portal.ts'
import { withBrowser } from './transfer.ts'

/** The part of html-validate that is used here. It is installed with Lighthouse, because only this measurement needs it. */
interface Validator {
  validateString(
    html: string,
  ): Promise<{ results: { messages: { ruleId: string; message: string; line: number }[] }[] }>
}

const validatorConfig = {
  extends: ['html-validate:recommended'],
  rules: {
    // React writes these in a different, equivalent way: `charSet`, `<br/>`, `hidden=""`.
    ...{ 'attr-case': 'off', 'void-style': 'off', 'doctype-style': 'off' },
    ...{ 'attribute-boolean-style': 'off', 'attribute-empty-style': 'off' },
    // The style sheet keeps numbers on one line, and copied ones contain plain hyphens.
    'tel-non-breaking': 'off',
  },
}

async function loadValidator(): Promise<Validator> {
  const { HtmlValidate, StaticConfigLoader } = await bigPackages<{
    HtmlValidate: new (loader: object) => Validator
    StaticConfigLoader: new (config: object) => object
  }>('html-validate')
  return new HtmlValidate(new StaticConfigLoader(validatorConfig))
}

/** The pages that the site map doesn't list: the targets of a search, a partner's link or a mistake. */
const unlisted = [
  '/help?q=IP',
  '/help?q=zzzz',
  '/cheats?category=choose',
  '/promotion/HYL666',
  '/promotion/ABCDEF',
  '/nothing',
]

async function publicAddresses(origin: string): Promise<string[]> {
  const map = await (await fetch(`${origin}/sitemap.xml`)).text()
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address))
  return [...listed.map(({ pathname, search }) => pathname + search), ...unlisted]
}

const widths = [360, 390, 768, 1440, 2560]
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns what axe finds in light and in dark; `judged` caches the looks of texts that were measured before. */
async function axeFaults(page: Page, judged: Record<string, boolean>): Promise<string[]> {
  await page.evaluate(axe)
  const root = page.locator(':root')
  const structure = (await root.evaluate(findStructureFaults)).map(({ id, nodes }) => `${id} ${nodes[0]}`)
  const colours: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    const { faults, outcome } = await root.evaluate(findColourFaults, judged)
    Object.assign(judged, outcome)
    colours.push(...faults.map(fault => `${colorScheme}: ${fault}`))
  }
  return [...structure, ...colours]
}

async function inBrowser(browser: Browser, origin: string, addresses: readonly string[]) {
  const page = await browser.newPage({ bypassCSP: true, colorScheme: 'light', reducedMotion: 'reduce' })
  const judged: Record<string, boolean> = {}
  const [accessibility, orphans, wide]: [string[], string[], string[]] = [[], [], []]
  for (const address of addresses) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(`${origin}${address}`, { waitUntil: 'networkidle' })
    // A text in force is a document without script, which takes its colours when it loads.
    if (!address.startsWith('/template/'))
      accessibility.push(...(await axeFaults(page, judged)).map(fault => `${address} ${fault}`))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      orphans.push(...(await page.evaluate(loneCharacters)).map(text => `${address} at ${width}: ${text}`))
      const over = await page.evaluate(() => document.body.scrollWidth - document.body.clientWidth)
      if (over > 0) wide.push(`${address} at ${width}: ${over} px`)
    }
  }
  return { accessibility, orphans, wide }
}

/** Every public page: valid HTML, nothing that axe finds, no heading that ends in a single character, no overflow. */
export const pages = (): Promise<Figure[]> =>
  withPortal({}, async ({ url }) => {
    const [validator, addresses] = [await loadValidator(), await publicAddresses(url)]
    const invalid: string[] = []
    for (const address of addresses) {
      const html = await (await fetch(`${url}${address}`)).text()
      const { results } = await validator.validateString(html)
      for (const { ruleId, message } of results.flatMap(({ messages }) => messages))
        invalid.push(`${address} ${ruleId}: ${message}`)
    }
    const { accessibility, orphans, wide } = await withBrowser([], browser => inBrowser(browser, url, addresses))
    const figure = (name: string, faults: string[]): Figure => ({
      name: `${addresses.length} public pages, ${name}`,
      result: faults.length,
      unit: '',
      atMost: 0,
      ...(faults.length > 0 && { note: faults.slice(0, 10).join(' · ') }),
    })
    return [
      figure('html-validate', invalid),
      figure('axe, light and dark', accessibility),
      figure(`headings that end in a lone character, at ${widths.join(', ')} px`, orphans),
      figure('wider than the window', wide),
    ]
  })
