import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { forgetOwnerStacks, stubComputedStyles } from './cheap-rendering.ts'
import { prepare, tidy } from './open-page.tsx'

// The test's browser has no canvas: a chart that is already loaded when its page opens would crash the page.
vi.mock('#web/ui/chart/echarts.ts', () => ({
  init: () => ({ setOption: () => {}, resize: () => {}, dispose: () => {}, on: () => {} }),
}))

stubComputedStyles()
forgetOwnerStacks()

// Called here and not in that module: without isolation it is loaded once for all files, and this file for each.
beforeEach(prepare)
afterEach(tidy)
// A page still loading at the end of a file would have failed to load for every file after it.
afterAll(() => vi.dynamicImportSettled())
