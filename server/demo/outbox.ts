import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'
import { outboxPage, outboxStyle } from './outbox-page.ts'

export interface OutboxEntry {
  phone: string
  purpose: string
  /** Empty for messages that carry none. */
  code: string
  text: string
  at: Date
}

/** The demonstration's short messages, for tests and for whoever tries the portal out. Registered in demo mode only. */
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

function newest(system: Database, phone: unknown): Promise<OutboxEntry[]> {
  if (!phone)
    return system.rows<OutboxEntry>(
      sql`select phone, purpose, code, text, at from demo_outbox order by id desc limit 50`,
    )
  // Whatever is no number was sent nothing; the database would refuse a NUL.
  const number = typeof phone === 'string' && /^\d{1,20}$/.test(phone) ? phone : ''
  return system.rows<OutboxEntry>(sql`
    select phone, purpose, code, text, at from demo_outbox where phone = ${number} order by id desc limit 50`)
}
