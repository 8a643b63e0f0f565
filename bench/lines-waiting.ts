import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { hashSid, newSid } from '#server/http/session.ts'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import type { Figure } from './figures.ts'
import { memoryOf } from './heap.ts'
import type { Filled } from './lines-data.ts'
import { databaseOf, processorTime } from './portal.ts'

const waiting = 2000

/** Each on a connection of its own, as 2,000 clients are. */
export async function waiters(
  portal: PortalProcess,
  system: Database,
  { companyId, deviceIds, groupIds }: Filled,
): Promise<Figure[]> {
  const postmaster = databaseOf(portal).pid
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
  await sleep(2000)
  const before = await memoryOf(portal)
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
  // Until the last has come and the portal has seen to it; a connection's transactions are counted ten seconds later. All of
  // it within the 50 seconds after which the first ones come again.
  await sleep(8000)
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
    const used = processorTime(portal.pid, postmaster)
    await sleep(1000)
    if (processorTime(portal.pid, postmaster) - used < 0.15) break
  }
  await sleep(11_000)
  if (broken.length) throw new Error(`${broken.length} waits broke off`, { cause: broken[0] })
  const sockets = openSockets(portal.pid)
  const counted = async () =>
    (
      await system.row<{ committed: number }>(sql`
      select xact_commit::float8 as committed from pg_stat_database where datname = current_database()`)
    )?.committed ?? 0
  const committed = await counted()
  await sleep(4000)
  const idle = (await counted()) - committed
  const during = await memoryOf(portal)
  changedAt = performance.now()
  await system.change(sql`
    update line set name = name || '*' where company_id = ${companyId} and id = (
      select line_id from line_group_line where company_id = ${companyId} and group_id = ${groupIds[0]} limit 1)`)
  await sleep(4000)
  if (broken.length) throw new Error(`${broken.length} waits broke off`, { cause: broken[0] })
  agent.destroy()
  await Promise.allSettled(waits)
  const shown = (of: keyof typeof before) => `${before[of].toFixed(0)} → ${during[of].toFixed(0)}`
  told.sort((one, other) => one - other)
  return [
    {
      name: `memory of ${waiting} waiting clients`,
      result: Math.max(during.held - before.held, during.resident - before.resident),
      unit: 'MB',
      atMost: 100,
      note: `held ${shown('held')}, resident ${shown('resident')} MB; ${sockets} sockets`,
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
