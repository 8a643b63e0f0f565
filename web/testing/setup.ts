import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { computeStylesCheaply, forgetOwnerStacks } from './cheap-rendering.ts'
import { prepare, tidy } from './open-page.tsx'

// The test's browser has no canvas: a chart that is loaded already when its page opens would take the page down with it.
vi.mock('#web/ui/chart/echarts.ts', () => ({
  init: () => ({ setOption: () => {}, resize: () => {}, dispose: () => {}, on: () => {} }),
}))

computeStylesCheaply()
forgetOwnerStacks()

// Here and not there: without isolation that module is loaded once for all files, and this file for each.
beforeEach(prepare)
afterEach(tidy)
// A page that is still loading when a file ends would have failed to load for every file after it.
afterAll(() => vi.dynamicImportSettled())
