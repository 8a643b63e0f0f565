import sql, { type Sql } from 'sql-template-tag'
import type { Database, SqlTag } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { liveSessions } from '#server/modules/accounts/accounts.sql.ts'
import { profileOf } from '#server/modules/accounts/accounts.ts'
import { requireSession } from '#server/modules/accounts/session.ts'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import { alternate, type Figure, median } from './figures.ts'
import { cleanLoad } from './load.ts'
import { processorTime } from './portal.ts'

/** Captures the statement of a query function without sending it, so that the reference always runs the same text. */
export async function captureStatement(query: (database: Database) => Promise<unknown>): Promise<Sql> {
  let captured: Sql | undefined
  const capture: SqlTag<never> = (...statement) => {
    captured ??= sql(...statement)
    return Promise.reject(new Error('only looking'))
  }
  const recorder: Database = {
    rows: () => capture,
    row: () => capture,
    one: () => capture,
    change: capture,
    transaction: () => Promise.reject(new Error()),
  }
  await query(recorder).catch(() => {})
  if (!captured) throw new Error('no statement was sent')
  return captured
}

// Only the statement matters; it needs only the database.
export const sessionStatement = () => captureStatement(system => requireSession({ system } as Services, 'sid'))
export const profileStatement = () => captureStatement(system => profileOf(system, 'account'))
export const listStatement = () => captureStatement(database => liveSessions(database, 'account'))

interface Measured {
  portal: PortalProcess
  reference: { url: string; pid: number }
  database: number
  seconds: number
  rounds: number
}

/** A call of the portal, and the path at which the reference does the same work. */
export interface Compared {
  name: string
  path: string
  bare: string
  bodies: { sid: string }[]
  /** The minimum share of the reference's throughput, and the maximum of its processor time. */
  atLeast?: number
  atMost?: number
}

/** Compares a call, the session's check and its query, with the bare statements. */
export async function compareCall(
  { portal, reference, database, seconds, rounds }: Measured,
  { name, path, bare, bodies, atLeast, atMost }: Compared,
): Promise<Figure[]> {
  const side = (url: string, pid: number, duration: number) => async () => {
    const before = processorTime(pid, database)
    const headers = { authorization: 'portal-web 1201' }
    const result = await cleanLoad({ url, bodies, headers, connections: 16, duration })
    return { ...result, cost: ((processorTime(pid, database) - before) / result.answered) * 1e6 }
  }
  const [url, bareUrl] = [`${portal.url}/api${path}`, `${reference.url}${bare}`]
  // Warm up both sides: compiled, prepared, connected.
  await side(url, portal.pid, 2)()
  await side(bareUrl, reference.pid, 2)()
  const measured = await alternate(rounds, {
    ours: side(url, portal.pid, seconds),
    reference: side(bareUrl, reference.pid, seconds),
  })
  const medianOf = (name: 'ours' | 'reference', value: 'perSecond' | 'cost') =>
    median(measured[name].map(each => each[value]))
  const [rate, bareRate] = [medianOf('ours', 'perSecond'), medianOf('reference', 'perSecond')]
  const [cost, bareCost] = [medianOf('ours', 'cost'), medianOf('reference', 'cost')]
  return [
    {
      name: `${name}: throughput against bare Fastify + pg`,
      result: rate / bareRate,
      unit: '×',
      ...(atLeast !== undefined && { atLeast }),
      note: `${rate.toFixed(0)} against ${bareRate.toFixed(0)} per s, median of ${rounds}`,
    },
    {
      name: 'the same: processor time of portal and database against the bare ones',
      result: cost / bareCost,
      unit: '×',
      ...(atMost !== undefined && { atMost }),
      note: `${cost.toFixed(0)} against ${bareCost.toFixed(0)} µs a call`,
    },
  ]
}
