import type { SitePage } from '#contract/site.ts'
import type { Services } from '../services.ts'
import { siteFrame } from './frame.ts'

/** A page as visitors will see it, without its scripts: for the back office, which shows it in a frame that runs none. */
export function previewDocument(
  { config, web }: Pick<Services, 'config' | 'web'>,
  page: SitePage,
  path: string,
): string {
  if (!web) throw new Error('this portal was built without its pages')
  const { html } = web.documents.renderDocument(page, siteFrame(config, { loader: '/', preloads: [] })(path))
  // Ours alone: what an article says was sanitised, and where it speaks of a script it is text.
  return html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')
}
