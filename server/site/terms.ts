import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SitePage } from '#contract/site.ts'
import type { Config } from '../config.ts'
import { renderMarkdown } from '../help/markdown.ts'

const titles = { service: '用户服务协议', private: '隐私协议' } as const

/** An agreement's page. `{{brand}}` and such in the text stand for what the configuration says. */
export async function termsPage(which: 'service' | 'private', config: Config): Promise<SitePage> {
  const text = await readFile(join(import.meta.dirname, 'terms', `${which}.md`), 'utf8')
  const named: Record<string, string | undefined> = {
    brandName: config.brandName,
    brandLatin: config.brandLatin,
    copyright: config.copyright,
    supportPhone: config.supportPhone,
    supportHours: config.supportHours,
    officeAddress: config.officeAddress,
    agreementVersion: config.agreementVersion,
    publicUrl: config.publicUrl,
  }
  const filled = text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => named[name] ?? '')
  // The document has the title as its heading.
  const [first = '', ...rest] = filled.split('\n')
  const own = /^#\s+(.+)$/.exec(first)?.[1]?.trim()
  const { html } = renderMarkdown(own ? rest.join('\n') : filled)
  return { kind: 'terms', which, title: own ?? titles[which], html }
}
