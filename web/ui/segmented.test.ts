import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('every switch of antd has a name of its own, because it calls itself “segmented control” otherwise', async () => {
  const unnamed: string[] = []
  let seen = 0
  for await (const file of glob('web/**/*.tsx'))
    for (const [tag] of readFileSync(file, 'utf8').matchAll(/<Segmented\b[^]*?\/>/g)) {
      seen++
      if (!/\saria-label=/.test(tag)) unnamed.push(file)
    }
  expect(seen).toBeGreaterThan(15)
  expect(unnamed).toEqual([])
})
