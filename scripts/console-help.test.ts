import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConsolePage } from '#web/data/console-page.ts'
import { consolePages } from '#web/data/console-pages.ts'

const folder = join(import.meta.dirname, '../server/modules/help/supplied/help')
const slugs = readdirSync(folder).map(file => /^slug: (.+)$/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1])
const pages: readonly ConsolePage[] = consolePages

test.each(pages)('$name links to an article that exists', ({ help }) => {
  expect(slugs).toContain(help)
})
