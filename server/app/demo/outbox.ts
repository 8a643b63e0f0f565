import type { FastifyInstance } from 'fastify'
import sql, { empty } from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import type { Services } from '#server/engines/services.ts'
import { outboxEntry, outboxPage, outboxStyle } from './outbox-page.ts'

/** Shows the demonstration's text messages, for tests and for visitors who try the portal. Registered in demo mode only. */
export async function outbox(app: FastifyInstance, { config, system }: Services) {
  if (config.mode !== 'demo') throw new Error('the outbox shows codes to anyone: demo mode only')

  app.get<{ Querystring: { phone?: unknown } }>('/demo/outbox', async ({ query }, reply) =>
    reply.header('cache-control', 'no-store').send(await newest(system, query.phone)),
  )
  app.get<{ Querystring: { phone?: unknown } }>('/demo', async ({ query }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(outboxPage(config, await newest(system, query.phone), typeof query.phone === 'string' ? query.phone : '')),
  )
  app.get('/demo/outbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(outboxStyle))
}

function newest(system: Database, phone: unknown) {
  // Only phone numbers have messages, and the database would reject a NUL.
  const number = typeof phone === 'string' && /^\d{1,20}$/.test(phone) ? phone : ''
  return system.rows(outboxEntry)`
    select ${selectList(outboxEntry)} from demo_outbox ${phone ? sql`where phone = ${number}` : empty}
    order by id desc limit 50`
}
