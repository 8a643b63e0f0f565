import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { healthChecks } from '#server/app/health/health-checks.ts'
import { healthMetrics } from '#server/app/health/health-metrics.ts'
import { sameBytes } from '#server/core/seal.ts'
import type { Services } from '#server/engines/services.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Serves `/metrics` for Prometheus, only to this machine or to a holder of METRICS_TOKEN. */
export function metrics(app: FastifyInstance, { config, connections, health }: Services) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'portal_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of the pools, and requests waiting for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, numbers] of Object.entries(connections()))
        for (const [state, count] of Object.entries(numbers)) this.set({ pool, state }, count)
    },
  })
  healthMetrics(registry, healthChecks, health)
  app.addHook('onResponse', (request, reply, done) => {
    // Label by route, never by URL: a URL can contain anything, and each would become a series.
    const call = request.routeOptions.config?.call ?? request.routeOptions.url ?? 'none'
    duration.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const allowed = config.metricsToken
      ? token !== undefined && sameBytes(Buffer.from(token), Buffer.from(config.metricsToken))
      : loopback.test(request.socket.remoteAddress ?? '') && !request.headers['x-forwarded-for']
    if (!allowed) return reply.code(403).send('forbidden\n')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
