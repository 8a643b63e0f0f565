import { afterEach, beforeEach } from 'vitest'
import { prepare, tidy } from './open-page.tsx'

// Here and not there: without isolation that module is loaded once for all files, and this file for each.
beforeEach(prepare)
afterEach(tidy)
