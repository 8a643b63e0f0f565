import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hashSecret } from '#server/core/secret-hash.ts'
import { clientConfig } from '#server/database/client.ts'
import { addressOf } from '#server/database/embedded-cluster.ts'
import { readPostmaster } from '#server/database/embedded-postmaster.ts'
import { hashPassword } from '#server/modules/accounts/passwords.ts'
import { newSid } from '#server/modules/accounts/session.ts'
import { type PortalProcess, removeFolder, startProcess, temporaryFolder } from '#server/testing/portal-process.ts'

/** Milliseconds between two readings, how many in a row must find a process at rest, and how many there are at most. */
const look = 500
const quietLooks = 4
const maxLooks = 120

/** Waits while a first start continues working after its first answer: its first copy of the database would be measured, too. */
async function untilAtRest(pid: number): Promise<void> {
  let quiet = 0
  for (let each = 0; each < maxLooks && quiet < quietLooks; each += 1) {
    const before = readTicks(pid).own
    await sleep(look)
    quiet = readTicks(pid).own - before <= 2 ? quiet + 1 : 0
  }
}

/** Runs a portal on a separate database for as long as `work` takes. */
export async function withPortal<Result>(
  environment: Record<string, string>,
  work: (portal: PortalProcess) => Promise<Result>,
): Promise<Result> {
  const dataDir = temporaryFolder('bench')
  try {
    const portal = await startProcess({ dataDir, environment })
    try {
      await untilAtRest(portal.pid)
      return await work(portal)
    } finally {
      await portal.stop()
    }
  } finally {
    await removeFolder(dataDir)
  }
}

/** Finds a running portal's embedded database. */
export function findDatabase({ dataDir }: PortalProcess): { url: string; pid: number } {
  const cluster = join(dataDir, 'postgres')
  const postmaster = readPostmaster(cluster)
  if (!postmaster) throw new Error('the portal runs no database')
  return { url: addressOf(postmaster, cluster), pid: postmaster.pid }
}

export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(clientConfig(url))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const password = 'Bench-2468'

/** Creates accounts with that password and with several sessions, as in a portal in use. Returns one sid of each. */
export function makeAccounts(url: string, count: number, sessions: number): Promise<{ phone: string; sid: string }[]> {
  return withClient(url, async client => {
    const hash = await hashPassword(password)
    const accounts: { phone: string; sid: string }[] = []
    for (let index = 0; index < count; index += 1) {
      const phone = `139${String(10_000_000 + index)}`
      const { rows } = await client.query<{ id: string }>(
        `insert into account (phone, password_hash, display_name, agreement_version, agreed_at)
         values ($1, $2, '测试', '2026-11', now()) returning id`,
        [phone, hash],
      )
      const sids = Array.from({ length: sessions }, newSid)
      await client.query(
        `insert into session (sid_hash, account_id, client_name, client_version, ip, user_agent, expires_at)
         select hash, $2, 'portal-web', '1201', '127.0.0.1',
           'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
           now() + interval '30 days'
         from unnest($1::bytea[]) as hash`,
        [sids.map(hashSecret), rows[0]?.id],
      )
      accounts.push({ phone, sid: sids[0] ?? '' })
    }
    // Without statistics the planner would choose other plans than for a table in use.
    await client.query('analyze account, session')
    return accounts
  })
}

/** Reads fields 14 to 17 of proc(5), in ticks of 10 ms: user and system time of the process, then of its ended children. */
function readTicks(pid: number): { own: number; withEnded: number; parent: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { own: user + system, withEnded: user + system + endedUser + endedSystem, parent: fields[1] ?? 0 }
}

/** Returns the seconds of processor time that a process and a database with all its backends have used. Linux only. */
export function processorTime(pid: number, postmaster: number): number {
  let total = readTicks(pid).own + readTicks(postmaster).withEnded
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const { own, parent } = readTicks(Number(entry))
      if (parent === postmaster) total += own
    } catch {
      // The process ended after it was listed.
    }
  }
  return total / 100
}

/** Returns the megabytes of a process that are resident in memory. */
export function residentMemory(pid: number): number {
  const [, kilobytes = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
