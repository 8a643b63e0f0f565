import { createHash, randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { outbox } from '../demo/outbox.ts'
import { sandboxCashier } from '../demo/sandbox-cashier.ts'
import { backOffice } from '../operations/back-office.ts'
import { notifications } from '../payments/notifications.ts'
import type { Services } from '../services.ts'
import { site } from '../site/site.ts'
import { files } from '../uploads/files.ts'
import { apiPage } from './api-page.ts'
import { answerRefusal, calls } from './calls.ts'
import { Refusal } from './envelope.ts'
import { crossOrigin, securityHeaders } from './headers.ts'
import { health } from './health.ts'
import { metrics } from './metrics.ts'
import { openApi } from './openapi.ts'
import { type Handlers, portalHalf } from './portal-half.ts'
import { endSlowBodies } from './slow-body.ts'
import { answerUnreadable } from './unreadable.ts'

/** The whole portal as one Fastify instance; it listens nowhere yet. */
export async function buildApp(services: Services, handlers: Handlers) {
  const { config, web } = services
  const logger: FastifyBaseLogger = services.log
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy ? config.trustProxy.split(',').map(address => address.trim()) : false,
    // A slow client holds its own connection and no more. Most bodies have less time: endSlowBodies.
    requestTimeout: 7_200_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 20_000 },
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: answerUnreadable,
    // An address that can't be read reaches no route.
    frameworkErrors: (_error, _request, reply) => answerRefusal(reply, 400, new Refusal(400, null, '请求的网址不正确')),
  })
  endSlowBodies(app)
  securityHeaders(app, config)
  metrics(app, services)
  // Closing ends idle connections alone: one that is answered after that would be kept alive and hold up the stop.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (services.stopping.aborted) reply.header('connection', 'close')
    done()
  })
  // One line a request, without address query or body: those can hold what must not be kept.
  app.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config
    const level = reply.statusCode >= 500 ? 'warn' : 'info'
    request.log[level](
      {
        call,
        path: call ? undefined : request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
  health(app, services)

  await app.register(
    async api => {
      crossOrigin(api, config)
      await calls(api, portalHalf(services, handlers))
      apiDocument(api, config.brandName)
    },
    { prefix: '/api' },
  )
  await app.register(backOffice, { services, prefix: '/api/operations' })
  await app.register(files, services)
  await app.register(notifications, services)
  if (config.mode === 'demo') {
    await app.register(outbox, services)
    await app.register(sandboxCashier, services)
  }
  if (web) await site(app, services, web)
  return app
}

function apiDocument(api: FastifyInstance, brand: string) {
  const document = JSON.stringify(openApi(brand))
  const { html, style } = apiPage(brand)
  const styleHash = createHash('sha256').update(style).digest('base64')
  api.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document))
  api.get('/docs', (_request, reply) =>
    reply
      .header('content-security-policy', `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`)
      .type('text/html; charset=utf-8')
      .send(html),
  )
}
