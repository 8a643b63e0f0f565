import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { backOffice } from '#server/app/back-office/back-office.ts'
import { outbox } from '#server/app/demo/outbox.ts'
import { sandboxCashier } from '#server/app/demo/sandbox-cashier.ts'
import { answerError, answerRefusal } from '#server/app/http/answers.ts'
import { apiDocuments } from '#server/app/http/api-documents.ts'
import { callerAddress, calls } from '#server/app/http/calls.ts'
import { files } from '#server/app/http/files.ts'
import { firstAnswers } from '#server/app/http/first-answers.ts'
import { crossOrigin, securityHeaders, setSecurityHeaders } from '#server/app/http/headers.ts'
import { health } from '#server/app/http/health.ts'
import { answerWithin, answerWithinTimeout } from '#server/app/http/in-time.ts'
import { logStream } from '#server/app/http/log-stream.ts'
import { metrics } from '#server/app/http/metrics.ts'
import { type Handlers, portalApi } from '#server/app/http/portal-api.ts'
import { scim } from '#server/app/http/scim.ts'
import { endSlowBodies } from '#server/app/http/slow-body.ts'
import { warnOfUnlistedProxy } from '#server/app/http/unlisted-proxy.ts'
import { answerUnreadable } from '#server/app/http/unreadable.ts'
import { site } from '#server/app/site/site.ts'
import { isWarmUp } from '#server/app/site/warm-up.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/engines/services.ts'
import { directoryCallbacks } from '#server/modules/directory/provider/callback.ts'
import { notifications } from '#server/modules/payments/notifications.ts'

const noCompiler = (): never => {
  throw new Error('A route has a schema of its own instead of one in the contract.')
}

/** Builds the whole portal as one Fastify instance that is not listening yet. */
export async function buildApp(services: Services, handlers: Handlers, patience = answerWithin) {
  const { config, web } = services
  const logger: FastifyBaseLogger = services.log
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    // A slow client occupies only its own connection. Most bodies have less time: see endSlowBodies.
    requestTimeout: 7_200_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 20_000 },
    forceCloseConnections: 'idle',
    // Requests that still arrive on an open connection are answered; `connection: close` sends the next one to another replica.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    // The contract parses inputs and answers. Fastify's own schema compilers would take a twentieth of the startup time.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    clientErrorHandler: answerUnreadable(config),
    // A URL that cannot be parsed reaches no route.
    frameworkErrors: (_error, request, reply) => {
      // No hook runs for it. The URL itself may hold personal data.
      request.log.info({ status: 400, code: 400, ip: callerAddress(request) }, 'answered')
      setSecurityHeaders(reply.type('application/json'), config)
      return answerRefusal(reply, 400, new Refusal(400, null, '请求的网址不正确'))
    },
  })
  app.setErrorHandler(answerError)
  answerWithinTimeout(app, patience)
  endSlowBodies(app)
  securityHeaders(app, config)
  warnOfUnlistedProxy(app, config)
  metrics(app, services)
  // On shutdown only idle connections are closed; a connection answered later would be kept alive and delay the stop.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (services.stopping.aborted) reply.header('connection', 'close')
    done()
  })
  // Each request gets one log line, without query or body, which may hold personal data. The line of a call also shows who called,
  // from where and with what result, so that failed logins and refusals can be traced. A start would write a line for each public
  // page, and whoever starts the demonstration would look for its accounts above them.
  app.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config
    // A token's interfaces outside the contract know their sender, or refuse a wrong token.
    const showsSender = call !== undefined || request.sender !== undefined || reply.statusCode === 401
    const level = reply.statusCode >= 500 ? 'warn' : isWarmUp() ? 'debug' : 'info'
    request.log[level](
      {
        call,
        path: call ? undefined : request.routeOptions.url,
        status: reply.statusCode,
        ...(showsSender && { code: request.outcome, sender: request.sender, ip: callerAddress(request) }),
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
      await calls(api, portalApi(services, handlers))
      firstAnswers(api)
      apiDocuments(api, services)
    },
    { prefix: '/api' },
  )
  await app.register(async routes => scim(routes, services), { prefix: '/scim/v2' })
  await app.register(backOffice, { services, prefix: '/api/operations' })
  await app.register(files, services)
  await app.register(notifications, services)
  await app.register(directoryCallbacks, services)
  await app.register(logStream, services)
  if (config.mode === 'demo') {
    await app.register(outbox, services)
    await app.register(sandboxCashier, services)
  }
  if (web) await site(app, services, web)
  return app
}
