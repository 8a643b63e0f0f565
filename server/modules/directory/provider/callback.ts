import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { directoryCallback, isDirectoryProvider } from '#contract/directory-names.ts'
import { id } from '#contract/fields.ts'
import type { Services } from '#server/engines/services.ts'
import { readCallback } from '#server/integrations/contacts/callbacks.ts'
import { BadCallback } from '#server/integrations/contacts/message-cipher.ts'
import { enqueueReading, enqueueReread } from './jobs.ts'
import { addHints, findProvider, hasRoomForHints } from './provider.sql.ts'
import { openSecrets } from './reading.ts'

/** Real callbacks are about 1 kB. */
const bodyLimit = 64 * 1024

const queryOf = z.record(z.string(), z.string()).catch({})

/**
 * Serves the addresses at which 企业微信, 钉钉 and 飞书 report changes. It is no call of the contract, because each signs, encrypts and is
 * answered differently.
 */
export async function directoryCallbacks(app: FastifyInstance, services: Services) {
  const { system, config, jobs } = services
  app.removeAllContentTypeParsers()
  // Signatures are computed over the raw text.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, async (_request: unknown, body: string) => body)
  app.route<{ Params: { company: string } }>({
    method: ['GET', 'POST'],
    url: `${directoryCallback}/:company`,
    async handler({ method, params, query, headers, body, log }, reply) {
      const { data: companyId } = id.safeParse(params.company)
      const stored = companyId === undefined ? undefined : await findProvider(system, companyId)
      if (companyId === undefined || !stored?.has_callback || !isDirectoryProvider(stored.source))
        return reply.code(404).send()
      const { token, key } = openSecrets(config, companyId, stored)
      const { tenant, client_id: clientId } = stored
      const text = typeof body === 'string' ? body : ''
      try {
        const received = { method, query: queryOf.parse(query), headers, body: text }
        const { hints, reply: answer } = readCallback[stored.source]({ tenant, clientId, token, key }, received)
        if (hints.length)
          // The answer is due within a second and a half, so the reading is a job.
          await system.transaction(async transaction => {
            // More changes than that are cheaper to read with the whole directory, and a company must not fill the disk.
            if (!(await hasRoomForHints(transaction, companyId, hints.length)))
              return enqueueReading(jobs, transaction, companyId)
            for (const kind of ['person', 'department'] as const) {
              const ids = hints.flatMap(hint => (hint.kind === kind ? [hint.id.slice(0, 200)] : []))
              if (ids.length) await addHints(transaction, companyId, kind, ids)
            }
            await enqueueReread(jobs, transaction, companyId)
          })
        return reply.header('cache-control', 'no-store').type(answer.type).send(answer.body)
      } catch (error) {
        if (!(error instanceof BadCallback)) throw error
        log.warn({ source: stored.source, companyId, reason: error.message }, '拒绝企业目录的回调')
        return reply.code(403).send()
      }
    },
  })
}
