import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/engines/services.ts'
import { publicPages } from './sitemap.ts'

/** Milliseconds. The first visitors come before pages that nobody has requested. */
const pause = 100

/**
 * Renders every public page once, so that this replica can show all of them while the database is away, also those that nobody
 * has opened yet. A page that fails is rendered at its first request.
 */
export async function warmUp(
  app: FastifyInstance,
  { system, log, stopping }: Pick<Services, 'system' | 'log' | 'stopping'>,
  between = pause,
): Promise<void> {
  try {
    for (const { path } of await publicPages(system)) {
      if (stopping.aborted) return
      await app.inject(path)
      await sleep(between, undefined, { ref: false })
    }
    while (await isBusy()) if (stopping.aborted) return
    await collectGarbage()
  } catch (error) {
    log.warn({ err: error }, '公开页面未能全部预先生成')
  }
}

/** Reports whether the process worked for more than a tenth of the second that this takes. */
async function isBusy(): Promise<boolean> {
  const before = performance.eventLoopUtilization()
  await sleep(1_000, undefined, { ref: false })
  return performance.eventLoopUtilization(before).utilization > 0.1
}

/**
 * The start and the pages leave garbage that the engine would keep until it needs the room: without this a portal at rest
 * takes 235 MB, with it 168. It stops the process for some 50 to 100 ms, once, when nobody waits for an answer.
 */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  // A context made after the flag has the function; its type is not known to Node's.
  const collect = runInNewContext('gc') as (options: object) => Promise<void>
  await collect({ execution: 'async', type: 'major', flavor: 'last-resort' })
}
