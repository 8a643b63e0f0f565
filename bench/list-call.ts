import type { Sql } from 'sql-template-tag'
import { liveSessions } from '#server/accounts/accounts.sql.ts'
import type { Database } from '#server/database/database.ts'
import { requireSession } from '#server/http/session.ts'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import { alternate, type Figure, median } from './figures.ts'
import { cleanLoad } from './load.ts'
import { processorTime } from './portal.ts'

/** What a query function would send, without sending it: the reference runs the same text, today's and tomorrow's. */
async function statementOf(ask: (database: Database) => Promise<unknown>): Promise<Sql> {
  let seen: Sql | undefined
  const take = (statement: Sql) => {
    seen ??= statement
    return Promise.reject(new Error('only looking'))
  }
  const recorder: Database = { rows: take, row: take, change: take, transaction: () => Promise.reject(new Error()) }
  await ask(recorder).catch(() => {})
  if (!seen) throw new Error('no statement was sent')
  return seen
}

export const sessionStatement = () => statementOf(database => requireSession(database, 'sid'))
export const listStatement = () => statementOf(database => liveSessions(database, 'account'))

interface Measured {
  portal: PortalProcess
  reference: { url: string; pid: number }
  database: number
  sids: string[]
  seconds: number
  rounds: number
}

/** A protected call with 20 rows: the session's check and one query, against the same two statements alone. */
export async function listCall({ portal, reference, database, sids, seconds, rounds }: Measured): Promise<Figure[]> {
  const side = (url: string, pid: number, duration: number) => async () => {
    const before = processorTime(pid, database)
    const result = await cleanLoad({
      url,
      bodies: sids.map(sid => ({ sid })),
      headers: { authorization: 'portal-web 1201' },
      connections: 16,
      duration,
    })
    return { ...result, cost: ((processorTime(pid, database) - before) / result.answered) * 1e6 }
  }
  const url = `${portal.url}/api/v1/user/getSessionList`
  const bare = `${reference.url}/list`
  // Both warm: compiled, prepared, connected.
  await side(url, portal.pid, 2)()
  await side(bare, reference.pid, 2)()
  const measured = await alternate(rounds, {
    ours: side(url, portal.pid, seconds),
    reference: side(bare, reference.pid, seconds),
  })
  const of = (name: 'ours' | 'reference', value: 'perSecond' | 'cost') =>
    median(measured[name].map(each => each[value]))
  const [rate, bareRate] = [of('ours', 'perSecond'), of('reference', 'perSecond')]
  const [cost, bareCost] = [of('ours', 'cost'), of('reference', 'cost')]
  return [
    {
      name: 'protected list call, 20 rows: throughput against bare Fastify + pg',
      result: rate / bareRate,
      unit: '×',
      atLeast: 0.75,
      note: `${rate.toFixed(0)} against ${bareRate.toFixed(0)} per s, median of ${rounds}`,
    },
    {
      name: 'the same: processor time of portal and database against the bare ones',
      result: cost / bareCost,
      unit: '×',
      atMost: 1.3,
      note: `${cost.toFixed(0)} against ${bareCost.toFixed(0)} µs a call`,
    },
  ]
}
