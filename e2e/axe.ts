import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const pageOf = (place: Page | Locator): Page => ('page' in place ? place.page() : place)

type Rules = 'all' | 'colours' | 'structure'

/** Runs in the page and returns what axe finds wrong in this part of it. */
async function look(part: Element, rules: Rules) {
  // Running animations would make contrast a matter of luck.
  await Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {})))
  // `violations` puts this there; the page itself knows nothing of it.
  const { axe } = globalThis as unknown as { axe: { run(part: Node, options: object): Promise<AxeResults> } }
  const only = { colours: { runOnly: ['color-contrast', 'link-in-text-block'] }, all: {}, structure: {} }[rules]
  // Contrast is measured pixel by pixel, which is most of the time that axe takes.
  const without = rules === 'structure' ? { rules: { 'color-contrast': { enabled: false } } } : {}
  // Every rule is checked, but only violations are described, because describing the rest takes several times as long
  // as checking.
  const found = await axe.run(part, { resultTypes: ['violations'], ...only, ...without })
  return found.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 3).map(node => `${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim()}`),
  }))
}

async function violations(place: Page | Locator, rules: Rules) {
  const page = pageOf(place)
  // A preview runs no script, not even axe's. What it shows is a page of its own, and is checked there.
  for (const frame of page.frames().filter(each => each.url().startsWith('http')))
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source)
  const part = 'page' in place ? place : page.locator(':root')
  return part.evaluate(look, rules)
}

/**
 * Checks that a page as it stands, or a dialog over it, breaks no rule in light and in dark, where nothing but colours
 * differ. A page with another layout on a phone is checked there as well, except for its colours, which are the same.
 */
export async function expectAccessible(
  place: Page | Locator,
  { reload = false, narrowToo = false, coloursOnly = false } = {},
): Promise<void> {
  const page = pageOf(place)
  const themes = ['light', 'dark'] as const
  // The one that is shown comes first: changing it draws everything anew.
  const shown = await page.locator('html').getAttribute('data-theme')
  for (const colorScheme of shown === 'dark' ? themes.toReversed() : themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A page without script takes its colours when it loads.
    if (reload) await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const rules = colorScheme === 'light' && !coloursOnly ? 'all' : 'colours'
    expect(await violations(place, rules), `${colorScheme}: ${page.url()}`).toEqual([])
  }
  if (!narrowToo) return
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await violations(place, 'structure'), `narrow: ${page.url()}`).toEqual([])
}
