import type { FastifyInstance } from 'fastify'
import type { SitePage } from '#contract/site.ts'
import type { WebBuild } from '#server/app/web.ts'
import type { Services } from '#server/engines/services.ts'
import type { Site } from './document.ts'
import { siteFrame } from './frame.ts'
import { articlePage, articlesPage } from './pages.ts'
import { fixedPages, slugPattern } from './routes.ts'
import { shareImages } from './share-image.ts'

const kinds = { help: 'help', cheats: 'guide' } as const

/**
 * Serves the picture of each public page under `/share`, drawn from the page's own data: `/share/help/no-sms.png` belongs to
 * `/help/no-sms`, `/share/index.png` to the home page.
 */
export function shareRoutes(
  app: FastifyInstance,
  { system, config }: Pick<Services, 'system' | 'config'>,
  { web, site }: { web: WebBuild; site: Site },
) {
  const images = shareImages()
  const fixed = fixedPages({ system, config })
  const frameOf = siteFrame(config, { loader: '', preloads: [] })

  async function load(path: string): Promise<SitePage | undefined> {
    if (Object.hasOwn(fixed, path)) return fixed[path]?.()
    const [, section, slug] = /^\/(help|cheats)(?:\/([^/]+))?$/.exec(path) ?? []
    const kind = section === 'help' || section === 'cheats' ? kinds[section] : undefined
    if (!kind) return undefined
    if (slug === undefined) return articlesPage(system, kind, undefined)
    return slugPattern.test(slug) ? articlePage(system, kind, slug) : undefined
  }

  app.get<{ Params: { '*': string } }>('/share/*', async (request, reply) => {
    const [, name] = /^([a-z0-9/-]{1,120})\.png$/.exec(request.params['*']) ?? []
    if (!name) return site.notFound(request, reply)
    const path = name === 'index' ? '/' : `/${name}`
    const png = await images.get(path, async words => {
      const page = await load(path)
      return page && web.documents.renderShare(page, frameOf(path), words)
    })
    if (!png) return site.notFound(request, reply)
    return reply.type('image/png').header('cache-control', 'public, max-age=3600').send(png)
  })
}
