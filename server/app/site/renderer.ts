import type { SiteAnnouncement, SitePage } from '#contract/site.ts'
import type { WebBuild } from '#server/app/web.ts'
import type { Config } from '#server/core/config.ts'
import { siteFrame } from './frame.ts'
import type { RenderedPage } from './page-cache.ts'
import { policy } from './policy.ts'

/** The client entries, named as in vite.config.ts. */
const loader = 'web/site/islands/loader.ts'

const statusCode = (page: SitePage): number => {
  if (page.kind === 'notFound') return 404
  if (page.kind === 'unavailable') return page.status
  if (page.kind !== 'promotionClosed') return 200
  // The code may become valid or be replaced, so the page must not be cached.
  return page.reason === 'tooMany' ? 429 : 404
}

const kept: ReadonlySet<SitePage['kind']> = new Set([
  'home',
  'download',
  'scene',
  'details',
  'product',
  'verifyPassport',
  'articles',
  'article',
  'terms',
])

/** Renders a page's data into the document. */
export function renderer(config: Config, web: WebBuild) {
  const { script, preloads } = web.client(loader)
  const frameOf = siteFrame(config, { loader: script, preloads })
  const portal = new URL(config.publicUrl).origin
  return (page: SitePage, path: string, announcements: SiteAnnouncement[] = []): RenderedPage => {
    const rendered = web.documents.renderDocument(page, { ...frameOf(path), announcements })
    const foreignPictures = page.kind === 'article' || page.kind === 'terms'
    const framedBy = page.kind === 'terms' ? ["'self'", portal] : undefined
    return {
      status: statusCode(page),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        // Browsers keep the page but revalidate it by its tag; answers to searches and faults are not kept at all.
        'cache-control': kept.has(page.kind) ? 'no-cache' : 'no-store',
        'content-security-policy': policy(config, { ...rendered, foreignPictures, framedBy, dev: web.dev }),
      },
      body: rendered.html,
    }
  }
}
