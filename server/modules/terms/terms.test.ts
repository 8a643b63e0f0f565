import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderMarkdown } from '#server/engines/markdown/markdown.ts'

const placeholders = new Set(['brandName', 'copyright', 'supportPhone', 'officeAddress', 'agreementVersion'])

test.each(['service', 'private'])('%s names its provider by placeholders only and renders completely', async name => {
  const markdown = await readFile(join(import.meta.dirname, `${name}.md`), 'utf8')
  const used = new Set([...markdown.matchAll(/\{\{(.*?)\}\}/g)].map(([, placeholder]) => placeholder))
  expect(used).toEqual(placeholders)
  expect(markdown).not.toMatch(/海易联|Haiyilian/i)
  const { html, contents } = renderMarkdown(markdown)
  expect(html).not.toContain('**')
  expect(contents.length).toBeGreaterThanOrEqual(10)
})
