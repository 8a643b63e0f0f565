import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ArticleKind, agreementKinds, termsVersionPattern } from '#contract/content-names.ts'
import { clientTypes, promotionCodePattern } from '#contract/rules.ts'
import type { SitePage } from '#contract/site.ts'
import { callerAddress } from '#server/app/http/calls.ts'
import type { Services } from '#server/engines/services.ts'
import { relatedOrigins } from '#server/modules/accounts/passkeys/relying-party.ts'
import { formerKeys } from '#server/modules/connections/former-keys.ts'
import { signingKey } from '#server/modules/connections/heads.ts'
import { newestInstaller } from '#server/modules/downloads/downloads.ts'
import { termsAddress, termsPage } from '#server/modules/terms/terms.ts'
import type { Load, Site } from './document.ts'
import { manifest } from './manifest.ts'
import {
  articlePage,
  articlesPage,
  detailsPage,
  downloadPage,
  homePage,
  movedArticle,
  productPage,
  promotionPage,
  scenePage,
  searchPage,
} from './pages.ts'
import { securityText } from './security-text.ts'
import { robots, sitemap } from './sitemap.ts'

export const slugPattern = /^[a-z0-9-]{1,100}$/

/** Returns the query parameter if it occurs once. */
function queryParameter(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Cleans up a visitor's text for PostgreSQL: no control characters, no half characters. Letters and digits in full width become
 * plain ones, while Chinese punctuation stays as the articles write it.
 */
const searchWords = (text: string | undefined) =>
  text
    ?.toWellFormed()
    .replaceAll(/[０-９Ａ-Ｚａ-ｚ]/g, letter => letter.normalize('NFKC'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, 50)
    .toWellFormed()

/** The pages about the product, by their paths. */
export const fixedPages = ({
  system,
  config,
}: Pick<Services, 'system' | 'config'>): Record<string, () => Promise<SitePage>> => ({
  '/': () => homePage(system),
  '/download': () => downloadPage(system, config),
  '/scene': () => scenePage(system),
  '/details': () => detailsPage(system),
  '/product': () => productPage(system),
  '/passport': async () => ({ kind: 'verifyPassport' }),
})

/** Registers one route for each public document. */
export function documentRoutes(app: FastifyInstance, { system, config }: Services, site: Site) {
  const fixed: Record<string, Load> = {
    ...fixedPages({ system, config }),
    '/template/service.html': () => termsPage({ system, config }, 'service'),
    '/template/private.html': () => termsPage({ system, config }, 'private'),
  }
  for (const [path, load] of Object.entries(fixed))
    app.get(path, (request, reply) => site.page(request, reply, { path, load }))

  articleRoutes(app, '/help', 'help')
  articleRoutes(app, '/cheats', 'guide')

  function articleRoutes(routes: FastifyInstance, root: string, kind: ArticleKind) {
    routes.get(root, (request, reply) => {
      const words = searchWords(queryParameter(request, 'q'))
      // Only pages that are few and known in advance are cached, which searches are not.
      if (words) return site.once(request, reply, root, () => searchPage(system, kind, words))
      const category = queryParameter(request, 'category')
      if (category !== undefined && !slugPattern.test(category)) return site.notFound(request, reply)
      const key = category === undefined ? root : `${root}?category=${category}`
      return site.page(request, reply, { path: root, key, load: () => articlesPage(system, kind, category) })
    })
    routes.get<{ Params: { slug: string } }>(`${root}/:slug`, (request, reply) => {
      const { slug } = request.params
      if (!slugPattern.test(slug)) return site.notFound(request, reply)
      const path = `${root}/${slug}`
      return site.page(request, reply, {
        path,
        load: () => articlePage(system, kind, slug),
        moved: () => movedArticle(system, slug),
      })
    })
  }

  app.get<{ Params: { which: string; version: string } }>('/template/:which/:version', (request, reply) => {
    const { which, version } = request.params
    const kind = agreementKinds.find(each => each === which)
    if (!kind || !termsVersionPattern.test(version)) return site.notFound(request, reply)
    const path = termsAddress(kind, version)
    return site.page(request, reply, { path, load: () => termsPage({ system, config }, kind, version) })
  })

  // A code's use and validity change with every registration and over time, so its page is rendered for each request.
  const promotion = (request: FastifyRequest, reply: FastifyReply, code: string) =>
    site.once(request, reply, `/promotion/${code}`, () => promotionPage(system, code, callerAddress(request)))
  app.get<{ Params: { code: string } }>('/promotion/:code', (request, reply) => {
    const { code } = request.params
    return promotionCodePattern.test(code)
      ? promotion(request, reply, code.toUpperCase())
      : reply.redirect('/error/400')
  })
  // The mobile site's addresses lead here when the portal is its own mobile site.
  app.get('/cusgroup', (request, reply) => {
    const code = queryParameter(request, 'code') ?? ''
    return promotionCodePattern.test(code) ? promotion(request, reply, code.toUpperCase()) : reply.redirect('/')
  })

  for (const [name, clientType] of Object.entries(clientTypes))
    app.get(`/download/${name}`, async (request, reply) => {
      const installer = await newestInstaller(system, config, clientType)
      if (!installer) return site.notFound(request, reply)
      return reply.header('cache-control', 'no-store').redirect(installer.url)
    })

  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      // Publishing or withdrawing an article takes effect immediately.
      .header('cache-control', 'no-cache')
      .send(await sitemap(system, config.publicUrl)),
  )
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robots(config.publicUrl)),
  )
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(manifest(config)),
  )
  // Browsers read here which other sites may use this site's passkeys.
  const origins = relatedOrigins(config)
  if (origins.length)
    app.get('/.well-known/webauthn', (_request, reply) =>
      reply.type('application/json').header('cache-control', 'public, max-age=3600').send({ origins }),
    )
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(securityText(config)),
  )
  // The recipient of a passport compares its key with this one.
  app.get('/.well-known/passport-key.json', async (_request, reply) =>
    reply
      .type('application/json')
      .header('cache-control', 'public, max-age=3600')
      .send({
        issuer: config.brandName,
        algorithm: 'Ed25519',
        key: signingKey(config).letters,
        former: await formerKeys(system, config),
      }),
  )
}
