import { expect, test } from 'vitest'
import type { StateLook } from './states.ts'

const modules = import.meta.glob<Record<string, unknown>>(['/web/**/*-looks.ts', '/web/ui/states.ts'], { eager: true })
const sources = import.meta.glob<string>(['/web/**/*.ts', '/web/**/*.tsx', '!/web/**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Returns the looks in a map, whose labels may come from the contract. */
function looksIn(value: unknown): StateLook[] {
  if (typeof value !== 'object' || value === null) return []
  if ('word' in value && 'tone' in value) return [value as StateLook]
  return Object.values(value).flatMap(looksIn)
}

const mapped = Object.values(modules).flatMap(module => Object.values(module).flatMap(looksIn))
const written = Object.values(sources).flatMap(text =>
  [...text.matchAll(/word: '([^']+)', tone: '(\w+)'/g)].map(([, word = '', tone = '']) => ({ word, tone })),
)

test('a word for a state has one colour, wherever it stands', () => {
  const tones = new Map<string, Set<string>>()
  for (const { word, tone } of [...mapped, ...written]) tones.set(word, (tones.get(word) ?? new Set()).add(tone))
  expect(tones.size).toBeGreaterThan(80)
  expect([...tones].filter(([, of]) => of.size > 1).map(([word, of]) => `${word}: ${[...of].join('、')}`)).toEqual([])
})
