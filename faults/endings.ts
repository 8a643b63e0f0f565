import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { readConfig } from '#server/core/config.ts'
import { countOf } from '#server/database/count-rows.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { closeOrderJob } from '#server/modules/orders/jobs.ts'
import { endings } from '#server/testing/endings.ts'
import type { Figure } from '../bench/figures.ts'
import { expectNone } from './interruptions.ts'
import { withDatabase, withSite } from './site.ts'

/** Rounds after which a new company takes over, so that its lists stay short. */
const roundsPerCompany = 50
/** Milliseconds. */
const jobTimeout = 60_000

/** A paid order must be fulfilled or refunded, however notification, cancel and expiry coincide. */
export const endingsAtOnce = (times: number) =>
  withSite(async ({ client, start, replica }): Promise<Figure[]> => {
    const first = await start()
    const urls = [first.url, (await replica()).url]
    let callCount = 0
    const counts: Record<string, number> = {}
    const faults: string[] = []
    await withDatabase(first, async (system, make) => {
      const running = (orderId: string) =>
        countOf(
          system,
          sql`
            select count(*) from graphile_worker._private_jobs where payload ->> 'order_id' = ${orderId} and run_at <= now()`,
        )
      let round: Awaited<ReturnType<typeof endings>> | undefined
      for (let number = 0; number < times; number += 1) {
        if (number % roundsPerCompany === 0) round = undefined
        round ??= await endings({
          system,
          make,
          // The portals run with the demonstration's settings.
          config: readConfig({}),
          call: (name, input, { sid }) => client.call(urls[callCount++ % urls.length] ?? '', name, input, { sid }),
          async notify({ headers, body }, at) {
            const { ok, status } = await fetch(`${urls[at % urls.length]}/notify/sandbox`, {
              method: 'POST',
              headers,
              body,
            })
            if (!ok) faults.push(`a notification was answered with ${status}`)
          },
          async close(company_id, order_id) {
            await jobs.enqueue(system, closeOrderJob, { company_id, order_id })
            for (const began = Date.now(); await running(order_id); await sleep(5))
              if (Date.now() - began > jobTimeout) throw new Error('the job that closes an order does not run')
          },
        })
        const { outcome, fault } = await round(number)
        counts[outcome] = (counts[outcome] ?? 0) + 1
        if (fault) faults.push(fault)
      }
    })
    const outcomes = Object.entries(counts).map(([outcome, times]) => `${outcome}: ${times}`)
    return [
      expectNone(
        'notification, cancel and expiry at once: paid, and neither fulfilled nor given back',
        faults,
        `${times} times; ${outcomes.join(', ')}`,
      ),
      { name: 'endings that have happened, of three', result: outcomes.length, unit: '', atLeast: Math.min(3, times) },
    ]
  })
