import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { compressAnswers } from '#server/app/http/encoding.ts'
import type { WebBuild } from '#server/app/web.ts'
import { isAllowed } from '#server/core/allowed-addresses.ts'
import type { Config } from '#server/core/config.ts'
import { portalSettings } from './frame.ts'
import { policy } from './policy.ts'

/** Routes of the single-page app (web/routes.tsx), which decides who sees which page; the calls protect the data. */
const appRoutes = [
  '/realname/yes',
  '/realname/no',
  // The path contains a secret that was sent by SMS, so logs contain only the route.
  '/invitation/:token',
  '/enterprise',
  '/test',
  '/personaldetails',
  '/pages/buySuccess/buySuccess',
  '/pages/buyFailed/buyFailed',
  '/control',
  '/control/*',
]
/** The back office's own app, which frames the preview of an article, and its routes (web/operations/routes.tsx). */
const operations = 'web/operations.tsx'
const operationsRoutes = ['/operations', '/operations/*']

/** Serves the apps' documents, each answer with the page's frame and a new nonce. */
export function appShells(app: FastifyInstance, config: Config, web: WebBuild) {
  const settings = portalSettings(config)
  const shell = (app: FastifyInstance, routes: string[], entry: string, isAllowedFrom: (ip: string) => boolean) => {
    // A build without this entry fails at the start, not at a visit.
    web.client(entry)
    for (const route of routes)
      app.get(route, (request, reply) => {
        if (!isAllowedFrom(request.ip.replace(/^::ffff:/, ''))) return reply.callNotFound()
        const nonce = randomBytes(16).toString('base64')
        const path = request.url.split('?', 1)[0] ?? ''
        const { script, ...parts } = web.client(entry, web.documents.pageSource(path))
        const html = web.documents.renderShell({ settings, nonce, path, entry: script, ...parts })
        return reply
          .code(web.documents.hasPage(path) ? 200 : 404)
          .headers({
            'content-type': 'text/html; charset=utf-8',
            'cache-control': 'no-store',
            // Addresses contain private values (the invitation's token, employees' ids).
            'referrer-policy': 'no-referrer',
            'content-security-policy': policy(config, { nonce, foreignPictures: entry === operations, dev: web.dev }),
          })
          .send(html)
      })
  }
  void app.register(async app => {
    // The document's only secret is the nonce, and it contains nothing from the request.
    compressAnswers(app)
    shell(app, appRoutes, 'web/app.tsx', () => true)
    shell(app, operationsRoutes, operations, ip => isAllowed(config.operationsAddresses, ip))
  })
}
