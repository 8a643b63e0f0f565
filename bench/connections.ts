import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { z } from 'zod'
import { type ConnectionReport, reportText } from '#contract/connections.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { connect, type Pools } from '#server/database/pool.ts'
import { companyDatabase } from '#server/database/tenant.ts'
import { newSid } from '#server/modules/accounts/session.ts'
import { anyTime } from '#server/modules/connections/held-addresses.sql.ts'
import {
  countConnections,
  lastUses,
  listConnections,
  listUses,
  listUsesWithin,
  recordedSince,
} from '#server/modules/connections/passport.sql.ts'
import { type DeviceKey, simulatedKey } from '#server/testing/device-key.ts'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import { production } from '#server/testing/production.ts'
import type { Figure } from './figures.ts'
import { fillCompany, type LineData } from './lines-data.ts'
import { findDatabase, processorTime, withPortal } from './portal.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const clients = 200
/** The baseline that larger numbers are compared with. */
const small = 200_000
/** Milliseconds of processor time for one report: with 1,000 clients that report every 30 seconds, a tenth of a core is busy. */
const budget = 3

/** Measures the reports of clients and the reads of the log, with this many connections against 200,000. */
export async function connections({ connections: large }: { connections: number }): Promise<Figure[]> {
  const environment = { ...production, CROSS_BORDER_CONSENT_FROM: '2999-01-01' }
  return withPortal(environment, few =>
    withPortal(environment, async portal => {
      const [one, other] = [few, portal].map(each =>
        connect({ url: findDatabase(each).url, log, size: 4, statementTimeout: 3_600_000 }),
      ) as [Pools, Pools]
      try {
        const less = await fillCompany(one.system)
        const filled = await fillCompany(other.system)
        // Both sides have the same connections open, before and while they are read.
        await reporting(few, one.system, less)
        const reports = await reporting(portal, other.system, filled)
        await fill(one.system, less.companyId, small)
        for (let made = 0; made < large; made += piece)
          await fill(other.system, filled.companyId, Math.min(piece, large - made))
        const [before, after] = await compare(await reads(one, less.companyId), await reads(other, filled.companyId))
        const compared = (name: string, query: Read, atMost?: number): Figure => ({
          name: `${name}, over ${large} connections against ${small}, p95`,
          result: after[query] / before[query],
          unit: '×',
          ...(atMost && { atMost }),
          note: `${after[query].toFixed(1)} ms against ${before[query].toFixed(1)} ms`,
        })
        return [
          ...reports,
          compared('a passport', 'passport', 1.5),
          compared('who used an address at an instant', 'instant', 1.5),
          compared('the latest connections of an address', 'latest', 1.5),
          // No limit: a passport of some days sums its connections itself, and has proportionally more of them.
          compared('a passport of 30 days', 'days'),
          {
            name: 'who of 2,000 people used their lines in 90 days, p95',
            result: after.replay,
            unit: 'ms',
            atMost: 200,
            note: `${before.replay.toFixed(1)} ms over ${small}`,
          },
          { name: 'connections on disk, with their indexes', result: await sizeOf(other.system), unit: 'MB' },
        ]
      } finally {
        await Promise.all([one.end(), other.end()])
      }
    }),
  )
}

const sizeOf = async (system: Database): Promise<number> =>
  (
    await system.row(z.object({ megabytes: z.number() }))`
    select pg_total_relation_size('connection')::float8 / 1e6 as megabytes`
  )?.megabytes ?? Number.NaN

interface Client {
  sid: string
  deviceId: string
  key: DeviceKey
  connectionId: string
  svpId: string
}

async function prepare(system: Database, { companyId, deviceIds }: LineData): Promise<Client[]> {
  const [line] = await system.rows(z.object({ id: z.string() }))`
    select id from line where company_id = ${companyId} order by id limit 1`
  const made = deviceIds.slice(0, clients).map((deviceId, index) => ({
    sid: newSid(),
    deviceId,
    key: simulatedKey(`bench ${index}`),
    connectionId: randomUUID(),
    svpId: line?.id ?? '',
  }))
  const [devices, keys] = [made.map(({ deviceId }) => deviceId), made.map(({ key }) => key.id)]
  await system.change`
    update device set key_id = input.key_id from unnest(${devices}::uuid[], ${keys}::text[]) as input (device_id, key_id)
    where company_id = ${companyId} and id = input.device_id`
  await system.change`
    insert into session (sid_hash, account_id, client_name, client_version, ip, user_agent, device_key, expires_at)
    select hash, employee.account_id, 'haiyilian-desktop', '12.0.1', '127.0.0.1', '', input.key_id, now() + interval '30 days'
    from unnest(${made.map(({ sid }) => hashSecret(sid))}::bytea[], ${devices}::uuid[], ${keys}::text[]) as input (hash, device_id, key_id)
    join device on device.company_id = ${companyId} and device.id = input.device_id
    join employee on employee.company_id = device.company_id and employee.id = device.employee_id`
  return made
}

/** Measures what one report of a connected client costs the portal and its database. */
async function reporting(portal: PortalProcess, system: Database, filled: LineData): Promise<Figure[]> {
  const made = await prepare(system, filled)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
  const send = (
    { sid, deviceId: device_id, key, connectionId, svpId }: Client,
    number: number,
    event: ConnectionReport['event'],
  ) =>
    new Promise<void>((resolve, reject) => {
      const sent_at = new Date().toISOString()
      const reports = [{ connection_id: connectionId, number, event, svp_id: svpId, at: sent_at }]
      const batch = { device_id, sent_at, reports }
      const text = JSON.stringify({ sid, ...batch, ...key.sign(reportText(batch)) })
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const options = { method: 'POST', agent, headers }
      const request = http.request(`${portal.url}/api/v1/client/reportConnections`, options, response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        response.on('end', () => {
          const { code, data } = JSON.parse(Buffer.concat(chunks).toString())
          if (code !== 200 || data.list[0].state !== 'open') reject(new Error(`${code} ${JSON.stringify(data)}`))
          else resolve()
        })
      })
      request.on('error', reject)
      request.end(text)
    })
  const everyone = async (number: number, event: ConnectionReport['event']) => {
    for (let from = 0; from < made.length; from += 4)
      await Promise.all(made.slice(from, from + 4).map(client => send(client, number, event)))
  }
  const { pid } = findDatabase(portal)
  const cost = async (rounds: number, run: (round: number) => Promise<void>) => {
    const before = processorTime(portal.pid, pid)
    for (let round = 0; round < rounds; round++) await run(round)
    return ((processorTime(portal.pid, pid) - before) * 1000) / (rounds * made.length)
  }
  const opening = await cost(1, () => everyone(1, 'connect'))
  // Warm up both sides: compiled, prepared, connected.
  for (const number of [2, 3, 4]) await everyone(number, 'heartbeat')
  const beating = await cost(5, round => everyone(5 + round, 'heartbeat'))
  agent.destroy()
  return [
    { name: 'processor of one heartbeat, portal and database', result: beating, unit: 'ms', atMost: budget },
    { name: 'the same of one connect, with its checks', result: opening, unit: 'ms', note: 'not warmed up' },
  ]
}

/** Rows added by one statement, so that the write-ahead log can be discarded in between. */
const piece = 2_000_000

/** Adds connections of a year, with their summary: 2,000 devices, each on twenty of 2,000 lines. */
async function fill(system: Database, companyId: string, count: number): Promise<void> {
  await system.change`
    insert into connection (company_id, id, line_id, address, employee_id, employee_name, device_id, device_name, key_id,
      started_at, device_started_at, seen_at, last_number, ended_at, end_reason, opened_mark, closed_mark)
    select ${companyId}, uuidv7(), line.id, line.address, device.employee_id, '员工', device.id, '电脑', 'key', at, at, at, 9,
      at + interval '2 hours', 'disconnected', '', ''
    from (
      select now() - random() * interval '365 days' as at, 1 + floor(random() * 2000)::integer as line_place,
        1 + floor(random() * 2000)::integer as device_place
      from generate_series(1, ${count}::integer)
    ) as made
    join (select id, address, row_number() over (order by id) as place from line where company_id = ${companyId}) as line
      on line.place = made.line_place
    join (select id, employee_id, row_number() over (order by id) as place from device where company_id = ${companyId}) as device
      on device.place = 1 + (made.line_place * 7 + made.device_place % 20) % 2000`
  await system.change`
    insert into address_use (company_id, address, line_id, employee_id, device_id, shop_key, employee_name, device_name,
      first_at, last_at, connections, warned)
    select company_id, address, line_id, employee_id, device_id, '00000000-0000-0000-0000-000000000000', '员工', '电脑',
      min(started_at), max(ended_at), count(*), 0
    from connection where company_id = ${companyId} and ended_at is not null group by 1, 2, 3, 4, 5
    on conflict do nothing`
  await system.change`vacuum analyze connection`
  await system.change`vacuum analyze address_use`
}

/** The reads of a company's connections; the number chooses the address, in turn. */
async function reads(pools: Pools, companyId: string) {
  const company = companyDatabase(pools, companyId)
  const addresses = (
    await pools.system.rows(z.object({ address: z.string() }))`
      select address from line where company_id = ${companyId} and address is not null order by id limit 40`
  ).map(({ address }) => address)
  const people = (
    await pools.system.rows(z.object({ id: z.string() }))`
      select distinct employee_id as id from device where company_id = ${companyId} order by 1 limit 2000`
  ).map(({ id }) => id)
  const lineIds = (
    await pools.system.rows(
      z.object({ id: z.string() }),
    )`select id from line where company_id = ${companyId} order by id`
  ).map(({ id }) => id)
  const loss = { employeeIds: people, lineIds }
  const page = { limit: 50, offset: 0 }
  const at = new Date(Date.now() - 40 * 86_400_000).toISOString()
  const addressOf = (turn: number) => addresses[turn % addresses.length] ?? ''
  const day = (ago: number) => dayInChina(Date.now() - ago * 86_400_000)
  return {
    passport: async (turn: number) => {
      await recordedSince(company, companyId, addressOf(turn), anyTime)
      await listUses(company, companyId, addressOf(turn), 201)
    },
    instant: async (turn: number) => {
      await listConnections(company, companyId, addressOf(turn), at, page)
      await countConnections(company, companyId, addressOf(turn), at)
    },
    latest: async (turn: number) => {
      await listConnections(company, companyId, addressOf(turn), anyTime, page)
      await countConnections(company, companyId, addressOf(turn), anyTime)
    },
    days: (turn: number) =>
      listUsesWithin(company, companyId, addressOf(turn), { from: day(60), to: day(31), within: anyTime }, 201),
    replay: () => lastUses(company, companyId, loss, { people: 50, lines: 3 }),
  }
}
type Reads = Awaited<ReturnType<typeof reads>>
type Read = keyof Reads

/** Returns the p95 of each read on both sides, which are measured in turns: other load on the machine slows both alike. */
async function compare(one: Reads, other: Reads): Promise<[Record<Read, number>, Record<Read, number>]> {
  const figures = [one, other].map(() => ({ passport: 0, instant: 0, latest: 0, days: 0, replay: 0 }))
  for (const read of ['passport', 'instant', 'latest', 'days', 'replay'] as const) {
    const times = read === 'replay' ? 20 : 400
    const durations: [number[], number[]] = [[], []]
    // Each address is first read once without counting: a first read from the disk can't be compared.
    for (let turn = -40; turn < times; turn++)
      for (const [side, each] of [one, other].entries()) {
        const started = performance.now()
        await each[read](turn + 40)
        if (turn >= 0) durations[side]?.push(performance.now() - started)
      }
    for (const [side, taken] of durations.entries()) {
      const sorted = taken.toSorted((a, b) => a - b)
      const figure = figures[side]
      if (figure) figure[read] = sorted[Math.floor((times - 1) * 0.95)] ?? Number.NaN
    }
  }
  return figures as [Record<Read, number>, Record<Read, number>]
}
