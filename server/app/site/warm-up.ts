import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/engines/services.ts'
import { publicPages } from './sitemap.ts'

/** Milliseconds. Those who open the portal first come before pages that nobody has asked for. */
const pause = 100

/**
 * Makes every public page once, so that this replica can show them all while the database is away, also those that
 * nobody has opened yet. What can't be made is made at its first request.
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
  } catch (error) {
    log.warn({ err: error }, '公开页面未能全部预先生成')
  }
}
