import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import { findColourFaults, findStructureFaults } from './axe-rules.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The appearances of texts that this worker has already judged, keyed as `findColourFaults` names them; true if axe could judge
 * one.
 */
const judged: Record<string, boolean> = {}

const pageOf = (place: Page | Locator): Page => ('page' in place ? place.page() : place)
const partOf = (place: Page | Locator): Locator => ('page' in place ? place : place.locator(':root'))

/**
 * Waits until nothing that a place shows is being loaded or replaced: a list that waits for its next rows is faded, so its colours
 * are not the final ones, and its rows are about to be replaced.
 */
export async function expectAtRest(place: Page | Locator): Promise<void> {
  const part = partOf(place)
  const busy = '[aria-busy="true"]'
  // A page that was loaded beforehand shows skeletons until its requests. The browser finds all of these by itself; roles and names
  // would be computed for each element of the page.
  const waiting = part.locator(`${busy}, .skeleton, .page-wait`).or(part.and(pageOf(place).locator(busy)))
  await expect(waiting.filter({ visible: true })).toHaveCount(0)
  await part.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

async function prepare(place: Page | Locator): Promise<void> {
  // A preview runs no script, not even axe's. Its content is a page of its own and is checked there.
  for (const frame of pageOf(place).frames())
    if (frame.url().startsWith('http') && !(await frame.evaluate(() => 'axe' in globalThis)))
      await frame.evaluate(source)
  await expectAtRest(place)
}

/** Returns whether everything shown looks like what was judged before. */
async function expectColours(place: Page | Locator, at: string): Promise<boolean> {
  let allAlike = false
  // A change of theme can reach a dialog's frame a moment after the page's own colours.
  await expect
    .poll(
      async () => {
        await prepare(place)
        const { faults, outcome, allKnown } = await partOf(place).evaluate(findColourFaults, judged)
        if (faults.length === 0) Object.assign(judged, outcome)
        allAlike = allKnown
        return faults
      },
      { message: at },
    )
    .toEqual([])
  return allAlike
}

async function expectStructure(place: Page | Locator, at: string): Promise<void> {
  await prepare(place)
  expect(await partOf(place).evaluate(findStructureFaults), at).toEqual([])
}

/**
 * Checks that a page, or a dialog over it, breaks no rule in light and in dark, which differ only in colours. A page with another
 * layout on a phone is checked there as well, except for its colours, which are the same.
 */
export async function expectAccessible(
  place: Page | Locator,
  { reload = false, narrowToo = false, coloursOnly = false } = {},
): Promise<void> {
  const page = pageOf(place)
  const themes = ['light', 'dark'] as const
  // The present theme comes first: changing it redraws everything.
  const shown = await page.locator('html').getAttribute('data-theme')
  if (!coloursOnly) await expectStructure(place, page.url())
  for (const colorScheme of shown === 'dark' ? themes.toReversed() : themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A page without script takes its colours when it loads.
    if (reload) await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    // What looks alike in one theme does so in the other, where it was judged in the same visit.
    if (await expectColours(place, `${colorScheme}: ${page.url()}`)) break
  }
  if (!narrowToo) return
  // The first width of `expectFits`.
  await page.setViewportSize({ width: 360, height: 900 })
  await expectStructure(place, `narrow: ${page.url()}`)
}
