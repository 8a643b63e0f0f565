import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { prepare, tidy } from './open-page.tsx'

// Here and not there: without isolation that module is loaded once for all files, and this file for each.
beforeEach(prepare)
afterEach(tidy)
// A page that is still loading when a file ends would have failed to load for every file after it.
afterAll(() => vi.dynamicImportSettled())
