import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { guards } from './guards-list.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

// `npm run faults -- guards` removes them; otherwise a rewritten guard would only be found there.
describe.each(guards)('$name', ({ file, guard, without, test: [testFile, title] }) => {
  test('stands in its file once, and is changed by taking it out', () => {
    expect(read(file).split(guard)).toHaveLength(2)
    expect(without).not.toBe(guard)
  })

  test('names a test that there is', () => {
    const titles = [...read(testFile).matchAll(/\b(?:test|describe)\b[^'"`\n]*\(\s*(['"`])(.*?)\1/g)].map(
      found => found[2],
    )
    // Words that every title has would name no test, so that one that is moved to another file would not be missed.
    expect(title).not.toBe('')
    expect(titles).toContainEqual(expect.stringContaining(title))
  })
})
