import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sameBytes } from '../security/seal.ts'
import type { Services } from '../services.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** `/metrics` for Prometheus: for this machine alone, or for who shows METRICS_TOKEN. */
export function metrics(app: FastifyInstance, { config, connections }: Services) {
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
  app.addHook('onResponse', (request, reply, done) => {
    // The route, never the address: an address can hold anything and would make a series of each.
    const call = request.routeOptions.config?.call ?? request.routeOptions.url ?? 'none'
    duration.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const allowed = config.metricsToken
      ? given !== undefined && sameBytes(Buffer.from(given), Buffer.from(config.metricsToken))
      : loopback.test(request.socket.remoteAddress ?? '') && !request.headers['x-forwarded-for']
    if (!allowed) return reply.code(403).send('forbidden\n')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
