import { expect, test } from 'vitest'
import { consolePageAt } from './console-pages.ts'
import { plainPath } from './plain-path.ts'

test.each([
  ['/control/deviceManage', '/control/devicemanage'],
  ['/control/', '/control'],
  ['/control///', '/control'],
  ['/', '/'],
  ['///', '/'],
  ['/a//b', '/a//b'],
  ['', ''],
])('%s is compared as %s', (path, plain) => {
  expect(plainPath(path)).toBe(plain)
})

// An address of 8 kB would otherwise occupy the server for half a minute: each page of the console is compared with it.
test('a long run of slashes within a path takes no time', () => {
  const start = performance.now()
  expect(consolePageAt(`/control${'/'.repeat(8_000)}x`)).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(1_000)
})
