import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { beat } from '#server/engines/replicas.ts'
import type { Services } from '#server/engines/services.ts'
import { logTemporary } from './temporary.ts'

/** Milliseconds. An idle queue polls for jobs every two seconds. */
const standstillAfter = 20_000
/** Milliseconds for which one probe of the database serves all requests. */
const goodFor = 1_000
const patience = 3_000

const troubles: Record<string, string> = { '25006': 'database is read-only', '53100': 'disk is full' }

/**
 * `/healthz` shows that the process answers, `/readyz` that it can work: 503 while the portal is stopping, while the database is
 * away, read-only or out of disk space, and while the job queue stands still.
 */
export function health(app: FastifyInstance, { system, jobQueue, stopping }: Services) {
  let probe = Promise.resolve(1)
  let probedAt = Number.NEGATIVE_INFINITY
  /** Queries the database at most once a second, regardless of the number of requests. */
  function writes(): Promise<number> {
    if (performance.now() - probedAt > goodFor) {
      probedAt = performance.now()
      probe = Promise.race([beat(system), sleep(patience, undefined, { ref: false }).then(giveUp)])
    }
    return probe
  }

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    const unready = (status: string) => reply.code(503).send({ status })
    if (stopping.aborted) return unready('stopping')
    try {
      await writes()
    } catch (error) {
      const { code = '' } = error as { code?: string }
      logTemporary(request.log, error, '数据库不可用')
      return unready(troubles[code] ?? 'database unavailable')
    }
    if (jobQueue.standstill() > standstillAfter) return unready('job queue stands still')
    return { status: 'ready' }
  })
}

function giveUp(): never {
  throw new Error('the database did not answer')
}
