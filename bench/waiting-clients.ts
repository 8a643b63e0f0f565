import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { Database } from '#server/database/database.ts'
import { newSid } from '#server/modules/accounts/session.ts'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import type { Figure } from './figures.ts'
import { measureMemory } from './heap.ts'
import type { LineData } from './lines-data.ts'
import { processorTime } from './portal.ts'

const waiting = 2000

/** Each client waits on a separate connection, like 2,000 real ones. */
export async function waitingClients(
  portal: PortalProcess,
  system: Database,
  { companyId, deviceIds, groupIds }: LineData,
  postmaster: number,
): Promise<Figure[]> {
  const chosen = deviceIds.slice(0, waiting)
  const sids = chosen.map(() => newSid())
  await system.change`
    insert into session (sid_hash, account_id, client_name, client_version, ip, user_agent, expires_at)
    select hash, employee.account_id, 'haiyilian-desktop', '12.0.1', '127.0.0.1', '', now() + interval '30 days'
    from unnest(${sids.map(hashSecret)}::bytea[], ${chosen}::uuid[]) as input (hash, device_id)
    join device on device.company_id = ${companyId} and device.id = input.device_id
    join employee on employee.company_id = device.company_id and employee.id = device.employee_id`
  // No connection is reused: the portal may close an idle one at that very instant.
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
          // Every answer has this envelope.
          response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
        },
      )
      request.on('error', reject)
      request.end(text)
    })
  async function readVersions(): Promise<string[]> {
    const read: string[] = []
    for (let from = 0; from < waiting; from += 50)
      read.push(
        ...(await Promise.all(
          chosen.slice(from, from + 50).map(async (device_id, index) => {
            const { code, data } = await ask('getUsableLines', { sid: sids[from + index], device_id })
            if (code !== 200) throw new Error(`getUsableLines answered ${code}`)
            return data.version
          }),
        )),
      )
    return read
  }
  const versions = await readVersions()
  await sleep(2000)
  const before = await measureMemory(portal)
  const delays = new Map<number, number>()
  const broken: unknown[] = []
  let changedAt = Number.NaN
  const waits = chosen.map(async (device_id, index) => {
    // Real clients don't all arrive at the same instant.
    await sleep((index / waiting) * 8000)
    try {
      const { data } = await ask('waitForChange', { sid: sids[index], device_id, version: versions[index] })
      if (data.changed) delays.set(index, performance.now() - changedAt)
    } catch (error) {
      broken.push(error)
    }
  })
  // Wait until the last client has arrived and been handled. PostgreSQL counts a connection's transactions up to ten seconds late.
  // All of this has to fit into the 50 seconds after which the first clients repeat their requests.
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
      await system.row(
        z.object({ committed: z.number() }),
      )`select xact_commit::float8 as committed from pg_stat_database where datname = current_database()`
    )?.committed ?? 0
  const committed = await counted()
  await sleep(4000)
  const idle = (await counted()) - committed
  const during = await measureMemory(portal)
  changedAt = performance.now()
  await system.change`
    update line set name = name || '*' where company_id = ${companyId} and id = (
      select line_id from line_group_line where company_id = ${companyId} and group_id = ${groupIds[0]} limit 1)`
  await sleep(4000)
  if (broken.length) throw new Error(`${broken.length} waits broke off`, { cause: broken[0] })
  agent.destroy()
  await Promise.allSettled(waits)
  const change = (kind: keyof typeof before) => `${before[kind].toFixed(0)} → ${during[kind].toFixed(0)}`
  // A client that is never notified has no delay: the portal is asked afterwards what the change means to each.
  const touched = [...(await readVersions()).entries()].filter(([index, version]) => version !== versions[index])
  const untold = touched.filter(([index]) => !delays.has(index)).length
  return [
    {
      name: `memory of ${waiting} waiting clients`,
      result: Math.max(during.used - before.used, during.resident - before.resident),
      unit: 'MB',
      atMost: 100,
      note: `held ${change('used')}, resident ${change('resident')} MB; ${sockets} sockets`,
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
      result: Math.max(...delays.values()),
      unit: 'ms',
      atMost: 2000,
      note: `${delays.size} of ${waiting}`,
    },
    {
      name: 'those whom a change touches and who are not told',
      result: touched.length ? untold : Number.NaN,
      unit: '',
      atMost: 0,
      note: `${touched.length} touched`,
    },
  ]
}

const openSockets = (pid: number): number =>
  readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .filter(line => / 01 /.test(line)).length
