import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Services } from '../services.ts'

/** `/healthz`: the process answers. `/readyz`: it can do its work; 503 while the database is away or the portal is stopping. */
export function health(app: FastifyInstance, { system, stopping }: Services) {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    if (stopping.aborted) return reply.code(503).send({ status: 'stopping' })
    try {
      await system.row(sql`select 1 as ready`)
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, '数据库不可用')
      return reply.code(503).send({ status: 'database unavailable' })
    }
  })
}
