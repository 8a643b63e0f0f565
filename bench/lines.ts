import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { usableFor } from '#server/clients/usable-lines.ts'
import type { Database } from '#server/database/database.ts'
import { connect } from '#server/database/pool.ts'
import { companyDatabase } from '#server/database/tenant.ts'
import { departmentTree } from '#server/departments/departments.ts'
import { hashSid, newSid } from '#server/http/session.ts'
import { countReached, relations } from '#server/lines/access.sql.ts'
import { rightsOf } from '#server/lines/access.ts'
import { effectOf } from '#server/lines/effect.ts'
import { contentOf } from '#server/lines/group-change.ts'
import { employeesOf, findGroup, linesOf } from '#server/lines/groups.sql.ts'
import type { Figure } from './figures.ts'
import { type Filled, fillCompany } from './lines-data.ts'
import { databaseOf, production, residentMemory, withPortal } from './portal.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const waiting = 2000

/** A company with 2,000 lines, 50 groups and 20,000 people; and 2,000 of its clients waiting for a change. */
export async function lines(): Promise<Figure[]> {
  return withPortal(production, async portal => {
    const pools = connect({ url: databaseOf(portal).url, log, size: 4, statementTimeout: 120_000 })
    try {
      const filled = await fillCompany(pools.system)
      const company = companyDatabase(pools, filled.companyId)
      return [
        ...(await questions(company, filled)),
        ...(await pages(company, filled)),
        ...(await waiters(portal, pools.system, filled)),
      ]
    } finally {
      await pools.end()
    }
  })
}

async function timed(times: number, ask: (turn: number) => Promise<unknown>): Promise<(share: number) => number> {
  for (let turn = 0; turn < 10; turn += 1) await ask(turn)
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const started = performance.now()
    await ask(turn)
    taken.push(performance.now() - started)
  }
  taken.sort((one, other) => one - other)
  return share => taken[Math.floor((taken.length - 1) * share)] ?? Number.NaN
}

/** The client's question as the portal asks the database, its two statements after each other; alone. */
async function questions(company: Database, { companyId, deviceIds }: Filled): Promise<Figure[]> {
  const ask = (turn: number) => usableFor(company, companyId, [deviceIds[(turn * 37) % deviceIds.length] ?? ''])
  const [answer] = [...(await ask(0)).values()]
  const at = await timed(500, ask)
  return [
    {
      name: 'getUsableLines: its queries and their answer, p95',
      result: at(0.95),
      unit: 'ms',
      atMost: 5,
      note: `median ${at(0.5).toFixed(2)} ms; ${answer?.answer.total} lines for the first of them`,
    },
  ]
}

async function pages(company: Database, { companyId, groupIds }: Filled): Promise<Figure[]> {
  const [groupId = ''] = groupIds
  const before = await contentOf(company, companyId, groupId)
  const empty = { lineIds: [], departmentIds: [], employeeIds: [] }
  const preview = await timed(20, () => effectOf(company, companyId, groupId, before, empty))
  const { lost } = await effectOf(company, companyId, groupId, before, empty)
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
      note: `${lost.people} people`,
    },
    { name: 'a group with all of its lines and people', result: detail(0.95), unit: 'ms', atMost: 300 },
  ]
}

/** Each on a connection of its own, as 2,000 clients are. */
async function waiters(
  portal: { url: string; pid: number },
  system: Database,
  { companyId, deviceIds, groupIds }: Filled,
): Promise<Figure[]> {
  const chosen = deviceIds.slice(0, waiting)
  const sids = chosen.map(() => newSid())
  await system.change(sql`
    insert into session (sid_hash, account_id, client_name, client_version, ip, user_agent, expires_at)
    select hash, employee.account_id, 'haiyilian-desktop', '12.0.1', '127.0.0.1', '', now() + interval '30 days'
    from unnest(${sids.map(hashSid)}::bytea[], ${chosen}::uuid[]) as given (hash, device_id)
    join device on device.company_id = ${companyId} and device.id = given.device_id
    join employee on employee.company_id = device.company_id and employee.id = device.employee_id`)
  // A connection each: one that is used again may be closed at that very moment.
  const agent = new http.Agent({ keepAlive: false, maxSockets: waiting })
  const ask = (path: string, body: object) =>
    new Promise<{ code: number; data: { version: string; changed: boolean } }>((resolve, reject) => {
      const text = JSON.stringify(body)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const request = http.request(
        `${portal.url}/api/v1/client/${path}`,
        { method: 'POST', agent, headers },
        response => {
          const chunks: Buffer[] = []
          response.on('data', chunk => chunks.push(chunk))
          // The envelope that every answer has.
          response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
        },
      )
      request.on('error', reject)
      request.end(text)
    })
  const versions: string[] = []
  for (let from = 0; from < waiting; from += 50)
    versions.push(
      ...(await Promise.all(
        chosen.slice(from, from + 50).map(async (device_id, index) => {
          const { code, data } = await ask('getUsableLines', { sid: sids[from + index], device_id })
          if (code !== 200) throw new Error(`getUsableLines answered ${code}`)
          return data.version
        }),
      )),
    )
  await sleep(5000)
  const before = residentMemory(portal.pid)
  const told: number[] = []
  const broken: unknown[] = []
  let changedAt = Number.NaN
  const waits = chosen.map(async (device_id, index) => {
    // Not all in one moment, as they would not come.
    await sleep((index / waiting) * 8000)
    try {
      const { data } = await ask('waitForChange', { sid: sids[index], device_id, version: versions[index] })
      if (data.changed) told.push(performance.now() - changedAt)
    } catch (error) {
      broken.push(error)
    }
  })
  await sleep(14_000)
  if (broken.length) throw new Error(`${broken.length} waits broke off`, { cause: broken[0] })
  const sockets = openSockets(portal.pid)
  const during = residentMemory(portal.pid)
  const counted = async () =>
    (
      await system.row<{ committed: number }>(sql`
      select xact_commit::float8 as committed from pg_stat_database where datname = current_database()`)
    )?.committed ?? 0
  await sleep(2000)
  const committed = await counted()
  await sleep(4000)
  const idle = (await counted()) - committed
  changedAt = performance.now()
  await system.change(sql`
    update line set name = name || '*' where company_id = ${companyId} and id = (
      select line_id from line_group_line where company_id = ${companyId} and group_id = ${groupIds[0]} limit 1)`)
  await sleep(4000)
  agent.destroy()
  await Promise.allSettled(waits)
  told.sort((one, other) => one - other)
  return [
    {
      name: `memory of ${waiting} waiting clients`,
      result: during - before,
      unit: 'MB',
      atMost: 100,
      note: `${before.toFixed(0)} → ${during.toFixed(0)} MB resident, ${sockets} sockets`,
    },
    {
      name: 'transactions in 4 s while they wait',
      result: idle,
      unit: '',
      atMost: 40,
      note: 'jobs and health included',
    },
    {
      name: 'those whom a change touches are told, the last of them after',
      result: told.at(-1) ?? Number.NaN,
      unit: 'ms',
      atMost: 2000,
      note: `${told.length} of ${waiting}`,
    },
  ]
}

const openSockets = (pid: number): number =>
  readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .filter(line => / 01 /.test(line)).length
