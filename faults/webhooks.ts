import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { Figure } from '../bench/figures.ts'
import { expectNone } from './interruptions.ts'
import { type DatabasePlace, randomBetween, withDatabase, withSite } from './site.ts'

/** Events of one transaction, as after an act on several people. */
const together = 10
/** The number of times the portal is killed while it delivers. */
const kills = 3

interface Event {
  id: string
  name: string
}

/** A company's system that fails half the time, at random, before or after it has read an event. */
async function unreliableReceiver() {
  const taken: Event[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as { data: { subject: { name: string } } }
    requests += 1
    const fate = Math.random()
    if (fate < 0.05) return request.socket.destroy()
    if (fate < 0.5) return response.writeHead(503).end('busy')
    taken.push({ id: String(request.headers['webhook-id']), name: body.data.subject.name })
    return response.writeHead(204).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    taken,
    requests: () => requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const pendingIn = (place: DatabasePlace) =>
  withDatabase(place, async system => {
    const row = await system.row(z.object({ pending: z.int() }))`
      select count(*)::integer as pending from webhook_message where state = 'pending'`
    return row?.pending ?? 0
  })

/**
 * Events of one company go to a receiver that fails half the time, while the portal is killed with kill -9: each must be accepted,
 * and for the first time in the order in which it happened.
 */
export const webhooks = (events: number) =>
  withSite(async ({ client, start }): Promise<Figure[]> => {
    const environment = { WEBHOOK_PRIVATE: '1', WEBHOOK_RETRY_MS: '2' }
    const receiver = await unreliableReceiver()
    let portal = await start(environment)
    const { companyId, sid } = await withDatabase(portal, async (_, make) => {
      const company = await make.company()
      return { companyId: company.id, sid: await make.session(company.owner.account) }
    })
    const made = await client.call(
      portal.url,
      'createWebhook',
      { url: receiver.url, events: ['department.added'] },
      { sid },
    )
    if (made.code !== 200) throw new Error(`createWebhook: ${made.code} ${made.msg}`)
    const began = Date.now()
    await withDatabase(portal, async system => {
      for (let first = 0; first < events; first += together)
        await system.transaction(transaction =>
          recordActivity(
            transaction,
            companyId,
            Array.from({ length: Math.min(together, events - first) }, (__, index) => ({
              action: 'department.added' as const,
              id: null,
              name: String(first + index),
            })),
          ),
        )
    })
    let killed = 0
    while (killed < kills && (await pendingIn(portal)) > 0) {
      await sleep(randomBetween(200, 1500))
      if (!(await pendingIn(portal))) break
      killed += 1
      portal.kill('SIGKILL')
      await portal.ended
      portal = await start(environment)
    }
    for (const deadline = Date.now() + 600_000; Date.now() < deadline && (await pendingIn(portal)) > 0; )
      await sleep(250)
    const seconds = Math.round((Date.now() - began) / 1000)
    receiver.close()
    const first = new Map<string, string>()
    for (const { id, name } of receiver.taken) if (!first.has(id)) first.set(id, name)
    const names = [...first.values()].map(Number)
    const faults = [
      ...Array.from({ length: events }, (_, number) => number)
        .filter(number => !names.includes(number))
        .map(number => `event ${number} was lost`),
      ...names
        .filter((name, index) => index > 0 && name < (names[index - 1] ?? 0))
        .map(name => `event ${name} came late`),
    ]
    const repeated = receiver.taken.length - first.size
    return [
      expectNone(
        'events to a receiver that fails half the time, with kill -9 of the portal: lost, out of order',
        faults,
        `${events} events, ${receiver.requests()} attempts in ${seconds} s, ${killed} kills, ${repeated} taken twice with the same id`,
      ),
      // A few events are delivered before the portal can be killed often enough.
      { name: 'kills while events waited', result: killed, unit: '', ...(events >= 5_000 && { atLeast: kills }) },
    ]
  })
