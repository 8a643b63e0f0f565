import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isAllowed } from '../operations/addresses.ts'
import type { WebBuild } from '../web-build.ts'
import { portalSettings } from './frame.ts'
import { policy } from './policy.ts'

/** Routes of the single-page app (web/routes.tsx); who may see what is decided there and, for the data, by the calls. */
const appRoutes = [
  '/realname/:status',
  // The path is a secret of whoever got the SMS: logs have the route alone.
  '/invitation/:token',
  '/test',
  '/personaldetails',
  '/pages/buySuccess/buySuccess',
  '/pages/buyFailed/buyFailed',
  '/control',
  '/control/*',
]
/** Routes of the back office's own app (web/operations/routes.tsx). */
const operationsRoutes = ['/operations', '/operations/*']

/** The apps' empty documents, with a nonce of its own for each answer. */
export function appShells(app: FastifyInstance, config: Config, web: WebBuild) {
  const settings = portalSettings(config)
  const shell = (routes: string[], entry: string, isSeenFrom: (ip: string) => boolean) => {
    const { script, styles, preloads } = web.client(entry)
    for (const route of routes)
      app.get(route, (request, reply) => {
        if (!isSeenFrom(request.ip.replace(/^::ffff:/, ''))) return reply.callNotFound()
        const nonce = randomBytes(16).toString('base64')
        const html = web.documents.renderShell({ settings, nonce, entry: script, styles, preloads })
        return reply
          .headers({
            'content-type': 'text/html; charset=utf-8',
            'cache-control': 'no-store',
            // Addresses hold what is nobody else's business (the invitation's token, employees' ids).
            'referrer-policy': 'no-referrer',
            'content-security-policy': policy(config, { nonce, dev: web.dev }),
          })
          .send(html)
      })
  }
  shell(appRoutes, 'web/app.tsx', () => true)
  shell(operationsRoutes, 'web/operations.tsx', ip => isAllowed(config.operationsAddresses, ip))
}
