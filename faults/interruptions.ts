import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '#server/database/data-lock.ts'
import { databasePid, type PortalProcess } from '#server/testing/portal-process.ts'
import type { Figure } from '../bench/figures.ts'
import { buyUntil, countOrders, countUnsure, findFaults, openShop, takeRefusals } from './buyers.ts'
import { randomBetween, withSite } from './site.ts'

export const expectNone = (name: string, faults: string[], note: string): Figure => ({
  name,
  result: faults.length,
  unit: '',
  atMost: 0,
  note: [note, ...faults.slice(0, 5)].join('; '),
})

/** Companies for each round, each with a few orders: the shoppers of a fast machine need most of them. */
const companiesEach = 16

/** An interruption without buyers would prove nothing. `orders` counts those under way at each interruption. */
const underWay = (name: string, orders: number[]): Figure => ({
  name: `${name}: times with an order under way`,
  result: orders.filter(count => count > 0).length,
  unit: '',
  atLeast: orders.length,
  note: `${orders.reduce((sum, count) => sum + count, 0)} orders`,
})

/** Kills the portal with kill -9 in the middle of orders, and every fifth time the database too. */
export const killed = (times: number) =>
  withSite(async ({ client, start }) => {
    let portal = await start()
    const buyers = await openShop(portal, companiesEach * times)
    const faults: string[] = []
    const starts: number[] = []
    const cut: number[] = []
    for (let round = 0; round < times; round += 1) {
      const buying = buyUntil(client, portal.url, buyers, () => false)
      await sleep(randomBetween(100, 900))
      const database = databasePid(portal.dataDir)
      portal.kill('SIGKILL')
      if (round % 5 === 4 && database) process.kill(database, 'SIGKILL')
      await portal.ended
      await buying
      cut.push(countUnsure(buyers))
      portal = await start()
      starts.push(portal.startedIn)
      faults.push(...takeRefusals(buyers))
      faults.push(...(await findFaults(client, portal, buyers)))
    }
    return [
      expectNone(
        'kill -9 in the middle of orders: lost, doubled or half made',
        faults,
        `${times} times, ${countOrders(buyers)} orders`,
      ),
      underWay('kill -9', cut),
      {
        name: 'the start after it, at the longest',
        result: Math.max(...starts) / 1000,
        unit: 's',
        atMost: 30,
      } as const,
    ]
  })

const maxRecovery = 10_000

/** Stops the database as its administrator would, or kills it, while people buy; the portal keeps running. */
export const databaseGone = (times: number) =>
  withSite(async ({ client, start }) => {
    const portal = await start()
    const buyers = await openShop(portal, companiesEach * times)
    const faults: string[] = []
    const recoveries: number[] = []
    const messages = new Set<string>()
    const cut: number[] = []
    for (let round = 0; round < times; round += 1) {
      // /readyz caches its answer for a second: the previous round's would report that the database is back before it is.
      await sleep(1_000)
      const buying = buyUntil(client, portal.url, buyers, () => false)
      await sleep(randomBetween(200, 800))
      const database = databasePid(portal.dataDir)
      if (!database) throw new Error('no database runs')
      process.kill(database, round % 2 ? 'SIGKILL' : 'SIGINT')
      const stoppedAt = Date.now()
      while (isAlive(database)) await sleep(5)
      await buying
      cut.push(countUnsure(buyers))
      while (!(await isReady(portal)) && Date.now() - stoppedAt < 3 * maxRecovery) await sleep(20)
      recoveries.push(Date.now() - stoppedAt)
      // A refusal counts as unanswered: the order is repeated with its key. The report names the refusals.
      for (const refusal of takeRefusals(buyers)) messages.add(refusal)
      faults.push(...(await findFaults(client, portal, buyers)))
    }
    const note = `${times} times, ${countOrders(buyers)} orders, meanwhile: ${[...messages].join(', ')}`
    return [
      expectNone('the database restarts under load: lost, doubled or half made', faults, note),
      underWay('the database restarts', cut),
      {
        name: 'until the portal is ready again, at the longest',
        result: Math.max(...recoveries) / 1000,
        unit: 's',
        atMost: 10,
      } as const,
    ]
  })

const isReady = (portal: PortalProcess) =>
  fetch(`${portal.url}/readyz`).then(
    response => response.ok,
    () => false,
  )

/** Sends SIGTERM while people buy: every accepted request must be answered, even beside one that never ends. */
export const stopped = (times: number) =>
  withSite(async ({ client, start }) => {
    const faults: string[] = []
    const ends: number[] = []
    const answered: number[] = []
    let portal = await start()
    const buyers = await openShop(portal, companiesEach * times)
    for (let round = 0; round < times; round += 1) {
      let stopping = false
      const buying = buyUntil(client, portal.url, buyers, () => stopping)
      await sleep(randomBetween(300, 900))
      const unfinished = connect(Number(new URL(portal.url).port), '127.0.0.1').on('error', () => {})
      unfinished.write('POST /api/v1/order/createOrder HTTP/1.1\r\nhost: portal\r\ncontent-length: 100\r\n\r\n{')
      await sleep(50)
      stopping = true
      const signalled = Date.now()
      portal.kill('SIGTERM')
      await buying
      const journal = buyers.flatMap(buyer => buyer.journal)
      answered.push(journal.filter(order => order.requestedAt <= signalled && order.acknowledgedAt >= signalled).length)
      faults.push(...takeRefusals(buyers), ...buyers.flatMap(({ unsure }) => unsure.map(key => `${key} had no answer`)))
      const code = await portal.ended
      if (code !== 0) faults.push(`ended with ${code}`)
      ends.push(Date.now() - signalled)
      portal = await start()
      faults.push(...(await findFaults(client, portal, buyers)))
    }
    return [
      expectNone(
        'SIGTERM under load: requests without an answer, orders lost',
        faults,
        `${times} times, ${countOrders(buyers)} orders`,
      ),
      underWay('SIGTERM', answered),
      { name: 'until it has ended, at the longest', result: Math.max(...ends) / 1000, unit: 's', atMost: 40 } as const,
    ]
  })
