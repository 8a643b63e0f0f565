import type { SiteAnnouncement, SitePage } from '#contract/site.ts'
import type { Config } from '../config.ts'
import type { WebBuild } from '../web-build.ts'
import { siteFrame } from './frame.ts'
import type { Made } from './page-cache.ts'
import { policy } from './policy.ts'

/** Addresses of scripts and styles as vite.config.ts names their entries. */
const loader = 'web/site/islands/loader.ts'

const statusOf = (page: SitePage): number => {
  if (page.kind === 'notFound') return 404
  if (page.kind === 'unavailable') return page.status
  // The code may become usable, or another one be meant: nothing here is to be remembered by anyone.
  return page.kind === 'promotionClosed' ? 404 : 200
}

const kept: ReadonlySet<SitePage['kind']> = new Set([
  'home',
  'download',
  'scene',
  'details',
  'product',
  'articles',
  'article',
  'terms',
])

/** Turns a page's data into the document as it is sent. */
export function renderer(config: Config, web: WebBuild) {
  const { script, preloads } = web.client(loader)
  const frameOf = siteFrame(config, { loader: script, preloads })
  const portal = new URL(config.publicUrl).origin
  return (page: SitePage, path: string, announcements: SiteAnnouncement[] = []): Made => {
    const rendered = web.documents.renderDocument(page, { ...frameOf(path), announcements })
    const framedBy = page.kind === 'terms' ? ["'self'", portal] : undefined
    return {
      status: statusOf(page),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        // Kept by browsers only to be asked about by its tag; what answers a search or a fault is not kept at all.
        'cache-control': kept.has(page.kind) ? 'no-cache' : 'no-store',
        'content-security-policy': policy(config, { ...rendered, framedBy, dev: web.dev }),
      },
      body: rendered.html,
    }
  }
}
