import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheets = globSync('web/**/*.css')
  .filter(file => file !== 'web/ui/tokens.css')
  .map(file => [file, readFileSync(file, 'utf8')] as const)
const found = (pattern: RegExp) =>
  sheets.flatMap(([file, text]) =>
    text
      .split('\n')
      // A mask has no colour: what is opaque shows.
      .filter(line => pattern.test(line) && !line.trim().startsWith('mask:'))
      .map(line => `${file}: ${line.trim()}`),
  )

test('colours, and the shadows and veils made of them, are written in tokens.css alone', () => {
  expect(sheets.length).toBeGreaterThan(90)
  expect(found(/#[\da-f]{3,8}\b|\b(rgba?|hsla?|oklch|lab)\(/i)).toEqual([])
})

test('so are radii, except a circle’s', () => {
  expect(found(/border(-\w+)*-radius:[^;]*\d(px|rem|em)/)).toEqual([])
})
