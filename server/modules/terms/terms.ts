import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { agreementKinds, isAgreement, type TermsKind, termsNames } from '#contract/content-names.ts'
import type { SitePage } from '#contract/site.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { renderMarkdown } from '#server/engines/markdown/markdown.ts'
import { triedContract } from './contract-template.ts'
import { publishedTerms, publishedText, untilTomorrow, versionsInForce } from './terms.sql.ts'

/** The text that comes with the portal, which is in force until a version is published. */
export const defaultText = (which: TermsKind) => readFile(join(import.meta.dirname, `${which}.md`), 'utf8')

export const termsAddress = (which: TermsKind, version?: string) =>
  version === undefined ? `/template/${which}.html` : `/template/${which}/${encodeURIComponent(version)}`

interface Text {
  which: TermsKind
  version: string
  /** Undefined for the default, which was in force from the beginning. */
  effective_on?: string | undefined
  markdown: string
}

/** Replaces `{{brandName}}` and similar placeholders in an agreement by the configuration's values. */
export function filledAgreement(markdown: string, version: string, config: Config): string {
  const named: Record<string, string | undefined> = {
    brandName: config.brandName,
    brandLatin: config.brandLatin,
    copyright: config.copyright,
    supportPhone: config.supportPhone,
    supportHours: config.supportHours,
    officeAddress: config.officeAddress,
    agreementVersion: version,
    publicUrl: config.publicUrl,
  }
  return markdown.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => named[name] ?? '')
}

/** Renders an agreement's page, or the template of contracts as the editor tries it. */
export function renderTerms(
  { which, version, effective_on, markdown }: Text,
  config: Config,
  around: { current: boolean; versions: TermsPage['versions'] } = { current: true, versions: [] },
): TermsPage {
  const filled = isAgreement(which) ? filledAgreement(markdown, version, config) : triedContract(markdown, config)
  // The page takes its title from the document's heading.
  const [first = '', ...rest] = filled.split('\n')
  const own = /^#\s+(.+)$/.exec(first)?.[1]?.trim()
  const { html } = renderMarkdown(own ? rest.join('\n') : filled)
  return { kind: 'terms', which, title: own ?? termsNames[which], html, version, effectiveOn: effective_on, ...around }
}

type TermsPage = Extract<SitePage, { kind: 'terms' }>

/**
 * Returns the agreement that is in force, or a version of it by name; undefined if there is no such version. `until` is the number
 * of milliseconds for which that holds.
 */
export async function termsPage(
  { system, config }: { system: Database; config: Config },
  which: TermsKind,
  versionName?: string,
): Promise<{ page: TermsPage; until: number | undefined } | undefined> {
  const published = await publishedTerms(system, which)
  const inForce = published.find(({ begun }) => begun)
  const asDefault = { version: config.agreementVersion, effective_on: undefined }
  // A version in the database with the default's name replaces it.
  const allVersions = [
    ...published,
    ...(published.some(({ version }) => version === asDefault.version) ? [] : [asDefault]),
  ]
  const current = inForce?.version ?? asDefault.version
  const shown = allVersions.find(({ version }) => version === (versionName ?? current))
  if (!shown) return undefined
  const text = await publishedText(system, which, shown.version)
  const versions = allVersions.map(({ version, effective_on }) => ({
    version,
    effectiveOn: effective_on,
    address: termsAddress(which, version),
    current: version === current,
  }))
  const markdown = text?.markdown ?? (await defaultText(which))
  const page = renderTerms({ which, ...shown, markdown }, config, {
    current: shown.version === current,
    versions: versions.length > 1 ? versions : [],
  })
  const changes = published.some(({ begun }) => !begun)
  return { page, until: changes ? Date.now() + (await untilTomorrow(system)) : undefined }
}

/** Returns the name of what a person agrees to now: one name when both agreements have the same, otherwise both. */
export async function agreementInForce(database: Database, config: Pick<Config, 'agreementVersion'>): Promise<string> {
  const published = await versionsInForce(database)
  const [service, privacy] = agreementKinds.map(
    kind => published.find(({ which }) => which === kind)?.version ?? config.agreementVersion,
  )
  return service === privacy ? `${service}` : `${service}/${privacy}`
}
