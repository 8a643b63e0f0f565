import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { testReplica } from '#server/testing/replica.ts'
import { actors } from './actors.ts'
import type { Change } from './change.ts'
import type { Pair } from './explore.ts'
import { holdStatements } from './scheduler.ts'
import { foundations, makeWorld } from './world.ts'

/** An accepted difference between schedules: an attempt to pay that finds the order ended is closed, and stays on record. */
const closedAttempt = /^activity .*"order\.payment_started"|^(payment|demo_trade) .*"state":"closed"/
/** Concurrent attempts are both open; a second payment is refunded. */
const openAttempt = /^activity .*"order\.payment_started"|^payment .*"state":"created"|^demo_trade .*"state":"waiting"/

/**
 * An accepted difference: a new device is registered in a separate transaction, since a refused report leaves a dispute behind. The
 * answer then states the device's present state, which here is that it was removed.
 */
const removedSince = (name: string, code: number) => code === -48001 && /^reportDevice(, of a colleague)?$/.test(name)

/** All refusals are equal, whatever their code. */
const refused = -1

/** Starts two replicas with a scheduler between them and the database. */
export async function interleavingGround() {
  const portal = await testPortal()
  const other = await testReplica(portal.config, portal)
  await other.app.ready()
  let release = () => {}
  beforeAll(() => {
    release = holdStatements()
  })
  afterAll(async () => {
    release()
    await other.stop()
  })
  const ground = await foundations(portal)

  /** Creates a company and two of its requests, each of which goes to a different replica. */
  async function pairOf(names: readonly [string, string]): Promise<Pair> {
    const world = await makeWorld(portal, ground)
    const changes: Change[] = []
    for (const name of names) changes.push((await actors[name]?.(world)) ?? expect.unreachable())
    for (const { lastly } of changes) await lastly?.()
    const request = (index: 0 | 1) => async () => {
      const { path, body, token, sid, refuses } = changes[index] ?? expect.unreachable()
      const response = await [portal.app, other.app][index]?.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: {
          authorization: `${token ? 'operations' : 'portal'}-web 1201`,
          'idempotency-key': randomUUID(),
          ...(token && { cookie: `operator=${token}` }),
        },
        payload: { ...body, ...(!token && { sid: sid ?? world.sids[index] }) },
      })
      const { code = 0, data } = response?.json<{ code: number; data: unknown }>() ?? {}
      if (code === 200 && refuses?.(data)) return refused
      return removedSince(names[index], code) ? 200 : code
    }
    return {
      companyId: world.company.id,
      accountIds: [world.company.owner, world.manager, world.one, world.two].map(({ account }) => account.id),
      requests: [request(0), request(1)],
      aside: names.every(name => name === 'orderOpera, pay') ? openAttempt : closedAttempt,
    }
  }
  return { system: portal.system, pairOf }
}
