import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/engines/services.ts'
import { publicPages } from './sitemap.ts'

/** Milliseconds. The first visitors take precedence over pages that nobody has requested. */
const pause = 100

const ownRequest = new AsyncLocalStorage<true>()

/** Reports whether the portal itself makes the present request. Its log line would push the start's message off the terminal. */
export const isWarmUp = (): boolean => ownRequest.getStore() === true

/**
 * Renders every public page once, so that this replica can show them all while the database is away, even those that nobody has
 * opened yet. A page that fails is rendered on its first request.
 */
export async function warmUp(
  app: FastifyInstance,
  { system, log, stopping }: Pick<Services, 'system' | 'log' | 'stopping'>,
  between = pause,
): Promise<void> {
  try {
    for (const { path } of await publicPages(system)) {
      if (stopping.aborted) return
      // An injection begins when it is awaited, so that happens within the context.
      await ownRequest.run(true, async () => await app.inject(path))
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
 * Startup and rendering leave garbage that the engine would keep until it needs the space: an idle portal takes 235 MB without this
 * collection and 168 MB with it. It blocks the process once for some 50 to 100 ms, when nobody is waiting for an answer.
 */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  // A context created after the flag has the function; Node's types do not declare it.
  const collect = runInNewContext('gc') as (options: object) => Promise<void>
  await collect({ execution: 'async', type: 'major', flavor: 'last-resort' })
}
