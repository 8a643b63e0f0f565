import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong. It is asked for every rule; only what is right is not described, which would take several times as
 * long as the asking. Animations under way would make contrast a matter of luck.
 */
async function violations(page: Page, rules: 'all' | 'colours' | 'structure') {
  // A preview runs no script, axe's neither; what it shows is a page of its own, looked at there.
  for (const frame of page.frames().filter(each => each.url().startsWith('http')))
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source)
  return page.evaluate(async asked => {
    await Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {})))
    // Put there by the lines above; the page itself knows nothing of it.
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    const only = { colours: { runOnly: ['color-contrast', 'link-in-text-block'] }, all: {}, structure: {} }[asked]
    // Measured pixel by pixel, contrast is most of the time that axe takes.
    const without = asked === 'structure' ? { rules: { 'color-contrast': { enabled: false } } } : {}
    const found = await axe.run({ resultTypes: ['violations'], ...only, ...without })
    return found.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 3).map(node => `${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim()}`),
    }))
  }, rules)
}

/**
 * The page as it stands breaks no rule, in light and in dark, where nothing but colours differ; a page whose layout is another
 * one on a phone is looked at there as well, but for its colours, which are the same.
 */
export async function expectAccessible(
  page: Page,
  { reload = false, narrowToo = false, coloursOnly = false } = {},
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A page without script takes its colours when it is loaded.
    if (reload) await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const rules = colorScheme === 'light' && !coloursOnly ? 'all' : 'colours'
    expect(await violations(page, rules), `${colorScheme}: ${page.url()}`).toEqual([])
  }
  if (!narrowToo) return
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await violations(page, 'structure'), `narrow: ${page.url()}`).toEqual([])
}
