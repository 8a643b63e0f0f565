import { afterEach, vi } from 'vitest'

// Vitest's setup file: a clock that one test has faked would stand still for the files that the same worker runs next.
afterEach(() => void vi.useRealTimers())
