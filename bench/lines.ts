import type { ClientBase } from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { companyRole, connect, type Pools } from '#server/database/pool.ts'
import { runRolledBack } from '#server/database/rolled-back.ts'
import { companyDatabase } from '#server/database/tenant.ts'
import { followAccess } from '#server/modules/access/follow.ts'
import { countReached, relations } from '#server/modules/access/rights.sql.ts'
import { rightsOf } from '#server/modules/access/rights.ts'
import { usableFor } from '#server/modules/access/usable-lines.ts'
import { deleteGroup, employeesOf, findGroup, linesOf } from '#server/modules/lines/groups.sql.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { watchedHandle } from '#server/testing/handles.ts'
import { type PortalProcess, removeFolder, temporaryFolder } from '#server/testing/portal-process.ts'
import { production } from '#server/testing/production.ts'
import type { Figure } from './figures.ts'
import { inspectable } from './heap.ts'
import { fillCompany, type LineData } from './lines-data.ts'
import { withClient, withPortal } from './portal.ts'
import { waitingClients } from './waiting-clients.ts'
import { writers } from './writers.ts'

const many = 2000
const log = { info: () => {}, warn: () => {}, error: () => {} }

/** Measures a company with 2,000 lines, 50 groups and 20,000 people, and 2,000 of its clients waiting for a change. */
export async function lines(): Promise<Figure[]> {
  const dataDir = temporaryFolder('bench-database')
  try {
    // The portal's own database has no room for this many additional writers.
    const database = await startEmbedded({ dataDir, log, settings: { max_connections: 100 } })
    try {
      return await withPortal({ ...production, ...inspectable, DATABASE_URL: database.url }, portal =>
        measured(portal, database.url, database.pid()),
      )
    } finally {
      await database.stop()
    }
  } finally {
    await removeFolder(dataDir)
  }
}

async function measured(portal: PortalProcess, url: string, postmaster: number) {
  const pools = connect({ url, log, size: 4, statementTimeout: 120_000 })
  const { figures, companyId } = await measureCompany(portal, pools, url, postmaster).finally(() => pools.end())
  return [...figures, ...(await writers(url, companyId))]
}

async function measureCompany(portal: PortalProcess, pools: Pools, url: string, postmaster: number) {
  const filled = await fillCompany(pools.system)
  const company = companyDatabase(pools, filled.companyId)
  const figures = [
    ...(await questions(company, url, filled)),
    ...(await pages(company, filled)),
    ...(await waitingClients(portal, pools.system, filled, postmaster)),
  ]
  return { figures, companyId: filled.companyId }
}

async function timed(times: number, ask: (turn: number) => Promise<unknown>): Promise<(share: number) => number> {
  for (let turn = 0; turn < 10; turn += 1) await ask(turn)
  const durations: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const started = performance.now()
    await ask(turn)
    durations.push(performance.now() - started)
  }
  durations.sort((one, other) => one - other)
  return share => durations[Math.floor((durations.length - 1) * share)] ?? Number.NaN
}

/** Measures the client's query, its two statements one after the other, without other load. */
async function questions(company: Database, url: string, filled: LineData): Promise<Figure[]> {
  const { companyId, deviceIds } = filled
  const device = (turn: number) => [deviceIds[(turn * 37) % deviceIds.length] ?? '']
  const [answer] = [...(await usableFor(company, companyId, device(0))).values()]
  const at = await timed(500, turn => usableFor(company, companyId, device(turn)))
  const databaseTimes: number[] = []
  await withClient(url, async client => {
    await client.query(`set role ${companyRole}`)
    await client.query(`select set_config('portal.company', $1, false)`, [companyId])
    for (let turn = 0; turn < 200; turn += 1) {
      let spent = 0
      const timed = watchedHandle(company, async statement => {
        spent += await timeInDatabase(client, statement)
      })
      await usableFor(timed, companyId, device(turn))
      databaseTimes.push(spent)
    }
  })
  databaseTimes.sort((one, other) => one - other)
  const inDatabase = (share: number) => databaseTimes[Math.floor((databaseTimes.length - 1) * share)] ?? Number.NaN
  return [
    {
      name: 'getUsableLines: its queries, within the database, p95',
      result: inDatabase(0.95),
      unit: 'ms',
      atMost: 5,
      note: `median ${inDatabase(0.5).toFixed(2)} ms, plans included; ${answer?.answer.total} lines for the first of them`,
    },
    {
      name: 'the same as the portal waits for them, with its answer put together, p95',
      result: at(0.95),
      unit: 'ms',
      note: `median ${at(0.5).toFixed(2)} ms`,
    },
    {
      name: `one look for ${many} that wait, median`,
      result: (await timed(20, () => usableFor(company, companyId, deviceIds.slice(0, many))))(0.5),
      unit: 'ms',
    },
  ]
}

const prepared = new Map<string, string>()

/** Returns milliseconds of planning and execution by the database's clock, prepared as the portal's statements are. */
async function timeInDatabase(client: ClientBase, { text, values }: Sql): Promise<number> {
  const name = prepared.get(text) ?? `asked_${prepared.size}`
  if (!prepared.has(text)) await client.query(`prepare ${name} as ${text}`)
  prepared.set(text, name)
  const parameters = values.map(value =>
    client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)),
  )
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off) execute ${name} (${parameters.join()})`,
  )
  const times = rows.map(row => /^(?:Planning|Execution) Time: ([\d.]+) ms$/.exec(row['QUERY PLAN'])?.[1] ?? 0)
  return times.reduce<number>((sum, time) => sum + Number(time), 0)
}

async function pages(company: Database, { companyId, groupIds }: LineData): Promise<Figure[]> {
  const [groupId = ''] = groupIds
  const act = { companyId, name: 'deleteVplGroup' as const, input: { group_id: groupId } }
  const plan = () =>
    runRolledBack(company, transaction =>
      followAccess(transaction, act, () => deleteGroup(transaction, companyId, groupId)),
    )
  const preview = await timed(20, plan)
  const { lost } = (await plan()).difference
  const detail = await timed(20, async () => {
    const group = await findGroup(company, companyId, groupId)
    if (!group) throw new Error('no group')
    const tree = await departmentTree(company, companyId)
    const rights = await rightsOf(company, relations(companyId, undefined), tree, [group])
    await Promise.all([
      linesOf(company, companyId, groupId),
      employeesOf(company, companyId, groupId),
      countReached(company, rights.relations, rights),
    ])
  })
  return [
    {
      name: 'preview of a change that touches most',
      result: preview(0.95),
      unit: 'ms',
      atMost: 300,
      note: `${lost.length} people`,
    },
    { name: 'a group with all of its lines and people', result: detail(0.95), unit: 'ms', atMost: 300 },
  ]
}
