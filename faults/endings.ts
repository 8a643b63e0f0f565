import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { readConfig } from '#server/config.ts'
import { jobs } from '#server/jobs/enqueue.ts'
import { endings } from '#server/testing/endings.ts'
import type { Figure } from '../bench/figures.ts'
import { none } from './ended.ts'
import { inside, withSite } from './site.ts'

/** Of one company, so that its lists stay short. */
const ofOneCompany = 50
/** Milliseconds. */
const patience = 60_000

/** Paid means fulfilled or given back, however notification, cancel and expiry come together. */
export const endingsAtOnce = (times: number) =>
  withSite(async ({ client, start, replica }): Promise<Figure[]> => {
    const first = await start()
    const urls = [first.url, (await replica()).url]
    let asked = 0
    const seen: Record<string, number> = {}
    const faults: string[] = []
    await inside(first, async (system, make) => {
      const running = (orderId: string) =>
        system.row(sql`
          select id from graphile_worker._private_jobs where payload ->> 'order_id' = ${orderId} and run_at <= now()`)
      let round: Awaited<ReturnType<typeof endings>> | undefined
      for (let number = 0; number < times; number += 1) {
        if (number % ofOneCompany === 0) round = undefined
        round ??= await endings({
          system,
          make,
          // Of the demonstration, as the portals are.
          config: readConfig({}),
          call: (name, input, { sid }) => client.call(urls[asked++ % urls.length] ?? '', name, input, { sid }),
          async tell({ headers, body }, at) {
            const { ok, status } = await fetch(`${urls[at % urls.length]}/notify/sandbox`, {
              method: 'POST',
              headers,
              body,
            })
            if (!ok) faults.push(`a notification was answered with ${status}`)
          },
          async close(company_id, order_id) {
            await jobs.enqueue(system, 'close_order', { company_id, order_id })
            for (const began = Date.now(); await running(order_id); await sleep(5))
              if (Date.now() - began > patience) throw new Error('the job that closes an order does not run')
          },
        })
        const { outcome, fault } = await round(number)
        seen[outcome] = (seen[outcome] ?? 0) + 1
        if (fault) faults.push(fault)
      }
    })
    const outcomes = Object.entries(seen).map(([outcome, times]) => `${outcome}: ${times}`)
    return [
      none(
        'notification, cancel and expiry at once: paid, and neither fulfilled nor given back',
        faults,
        `${times} times; ${outcomes.join(', ')}`,
      ),
      { name: 'endings that have happened, of three', result: outcomes.length, unit: '', atLeast: Math.min(3, times) },
    ]
  })
