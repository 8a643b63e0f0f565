import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import { inTurn } from '#server/engines/in-turn.ts'
import type { Services } from '#server/engines/services.ts'
import { listLogLines, numberActivity } from '#server/modules/activity-log/log-lines.sql.ts'
import { requireHeld } from '#server/modules/api-tokens/token-access.ts'
import { answerRefusal, setRateLimitHeaders } from './answers.ts'
import { admitWhole, statusOfRefusal } from './token-request.ts'

const maxLines = 5000
const query = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(maxLines).default(1000),
})

/**
 * Serves a company's log to its log system, as lines of JSON after a given number: a client that keeps the number of the last
 * stored line gets every act, in order, at least once. It is not a call of the contract, because those answer with an envelope.
 */
export async function logStream(app: FastifyInstance, services: Services) {
  app.setErrorHandler((error, _request, reply) => {
    // The portal's own handler answers other errors.
    if (!(error instanceof Refusal)) throw error
    const status = statusOfRefusal[error.code] ?? (error.code === 400 ? 400 : 403)
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    return answerRefusal(reply, status, error)
  })
  app.get('/log/activity.ndjson', async (request, reply) => {
    const { token, membership } = await admitWhole(services, request, 'log', 'activity:read')
    const parsed = query.safeParse(request.query)
    if (!parsed.success) throw new Refusal(400, 'after', `after 为上一行的 number，limit 为 1–${maxLines}`)
    const { companyId } = membership
    const lines = await inTurn(`company:${companyId}`, () =>
      services.system.transaction(transaction =>
        asCompany(transaction, companyId, async company => {
          await requireHeld({ token, company, companyId })
          await numberActivity(company, companyId)
          return listLogLines(company, companyId, parsed.data.after, parsed.data.limit)
        }),
      ),
    )
    setRateLimitHeaders(reply)
    return reply
      .header('cache-control', 'no-store')
      .header('x-next-after', String(lines.at(-1)?.number ?? parsed.data.after))
      .type('application/x-ndjson; charset=utf-8')
      .send(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  })
}
