import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { WebBuild } from '../web-build.ts'
import { portalSettings } from './frame.ts'
import { policy } from './policy.ts'

/** Routes of the single-page app (web/routes.tsx); who may see what is decided there and, for the data, by the calls. */
const routes = [
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

/** The app's empty document, with a nonce of its own for each answer. */
export function appShell(app: FastifyInstance, config: Config, web: WebBuild) {
  const settings = portalSettings(config)
  const { script, styles, preloads } = web.client('web/app.tsx')
  for (const route of routes)
    app.get(route, (_request, reply) => {
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
