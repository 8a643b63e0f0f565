import type { SitePage } from '#contract/site.ts'
import type { Services } from '#server/engines/services.ts'
import { siteFrame } from './frame.ts'

/**
 * Renders a page as visitors will see it, without its scripts, for the back office, which shows it in a frame that runs
 * none.
 */
export function previewDocument(
  { config, web }: Pick<Services, 'config' | 'web'>,
  page: SitePage,
  path: string,
): string {
  if (!web) throw new Error('this portal was built without its pages')
  const { html } = web.documents.renderDocument(page, siteFrame(config, { loader: '/', preloads: [] })(path))
  // Matches only the portal's own scripts: an article's markup was sanitized, so a script it mentions is text.
  return html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')
}
