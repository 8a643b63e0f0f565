import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { chinaTime } from '#server/app/recovery/china-time.ts'
import { findInconsistencies } from '#server/app/recovery/findings.sql.ts'
import { superuserAddress } from '#server/database/embedded-cluster.ts'
import { databasePid, type PortalProcess, repositoryRoot } from '#server/testing/portal-process.ts'
import type { Figure } from '../bench/figures.ts'
import { findDatabase, withClient } from '../bench/portal.ts'
import { type Buyer, buyUntil, openShop } from './buyers.ts'
import { expectNone } from './interruptions.ts'
import { restoreByButton } from './restore-by-button.ts'
import { makeBuyers, type Site, withDatabase, withSite } from './site.ts'

/** Seconds of acknowledged work that may be lost with the machine. */
const mayBeLost = 5
const backlog = 64

/** The machine is lost, and the portal restored from its archive; then the archive itself is broken in several ways. */
export async function recovery(): Promise<Figure[]> {
  return [...(await withSite(machineLost)), ...(await withSite(archiveAway)), ...(await withSite(restoreByButton))]
}

async function machineLost(site: Site): Promise<Figure[]> {
  const { client, start, folder } = site
  const archive = join(folder, 'archive')
  const environment = { ARCHIVE: 'disk', ARCHIVE_DIR: archive }
  const portal = await start(environment)
  const buyers = await openShop(portal, 180)
  await baseIn(archive)
  let isOver = false
  const buying = buyUntil(client, portal.url, buyers, () => isOver, { shoppers: 60, pause: 700 })
  await sleep(12_000)
  const database = databasePid(portal.dataDir)
  const lostAt = Date.now()
  portal.kill('SIGKILL')
  if (database) process.kill(database, 'SIGKILL')
  isOver = true
  await Promise.all([portal.ended, buying])
  rmSync(portal.dataDir, { recursive: true })
  const journal = buyers.flatMap(buyer => buyer.journal)

  const began = performance.now()
  await expectRestored(portal.dataDir, environment, 'latest')
  const took = (performance.now() - began) / 1000
  const [first, last] = [Math.min, Math.max].map(pick => pick(...journal.map(({ acknowledgedAt }) => acknowledgedAt)))
  const middle = Math.floor((Number(first) + Number(last)) / 2 / 1000) * 1000
  const restored = await start(environment)
  const restoredIds = await orderIds(restored)
  const lost = journal.filter(({ id }) => !restoredIds.ids.has(id))
  const lostFor = lost.length ? (lostAt - Math.min(...lost.map(({ acknowledgedAt }) => acknowledgedAt))) / 1000 : 0
  const works = await buyAgain(site, restored, buyers)
  await restored.stop()

  const earlier = join(folder, 'earlier')
  await expectRestored(earlier, environment, chinaTime(middle))
  const faults = await compare(site, earlier, environment, journal, middle)
  const refusals = await refusedArchives(folder, archive, middle)
  return [
    {
      name: 'the machine is lost: seconds of acknowledged orders that are lost with it',
      result: lostFor,
      unit: 's',
      atMost: mayBeLost,
      note: `${lost.length} of ${journal.length} orders, restored in ${took.toFixed(1)} s`,
    },
    expectNone('restored to the end: something half made, or no orders taken', [...restoredIds.faults, ...works], ''),
    expectNone('restored to a second: other orders than those acknowledged before it', faults, chinaTime(middle)),
    expectNone('an archive that was tampered with or has a part missing is not refused', refusals, ''),
  ]
}

/** Compares a database that was restored to an instant with the journal. */
async function compare(
  { run }: Site,
  dataDir: string,
  environment: Record<string, string>,
  journal: Buyer['journal'],
  moment: number,
): Promise<string[]> {
  const portal = await run(dataDir, { ...environment, ARCHIVE: 'off' })
  const { ids, faults } = await orderIds(portal)
  await portal.stop()
  for (const { id, requestedAt, acknowledgedAt } of journal) {
    if (acknowledgedAt <= moment && !ids.has(id)) faults.push(`order ${id} was acknowledged before and is lost`)
    if (requestedAt > moment && ids.has(id)) faults.push(`order ${id} was requested afterwards and is there`)
  }
  if (!journal.some(({ id }) => ids.has(id))) faults.push('no order of the journal is there')
  return faults
}

const orderIds = (portal: PortalProcess) =>
  withDatabase(portal, async system => {
    const rows = await system.rows(z.object({ id: z.string() }))`select id from shop_order`
    return { ids: new Set(rows.map(({ id }) => id)), faults: await findInconsistencies(system) }
  })

/** Nobody is signed in any more, and people who sign in again can buy. */
async function buyAgain({ client }: Site, portal: PortalProcess, buyers: Buyer[]): Promise<string[]> {
  const [again] = await withDatabase(portal, (_, make) => makeBuyers(make, 1))
  const [before] = buyers
  if (!before || !again) return ['nobody buys']
  const buy = (sid: string) =>
    client.call(portal.url, 'createOrder', { ...before.basket, request_key: crypto.randomUUID() }, { sid })
  const [old, fresh] = [await buy(before.sid), await buy(again.sid)]
  return [
    ...(old.code === 200 ? ['a login from before the restore is still alive'] : []),
    ...(fresh.code === 200 ? [] : [`createOrder answered ${fresh.code} ${fresh.msg}`]),
  ]
}

/** Breaks copies of an archive, each of which must be refused with a one-sentence reason. */
async function refusedArchives(folder: string, archive: string, moment: number): Promise<string[]> {
  const files = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(name => statSync(join(root, name)).isFile())
      .sort()
  const breaking: [string, RegExp, (path: string) => void, RegExp][] = [
    ['an altered piece of the log', /\/wal\//, alter, /已损坏或被改动/],
    ['a missing piece of the log', /\/wal\//, rmSync, /缺少/],
    ['an altered part of the base', /part-/, alter, /已损坏或被改动/],
    ['a missing part of the base', /part-/, rmSync, /缺少/],
    ['an altered manifest', /manifest\.json/, alter, /签名不对/],
  ]
  const faults: string[] = []
  for (const [what, kind, change, expected] of breaking) {
    const copy = join(folder, 'broken')
    cpSync(archive, copy, { recursive: true })
    const [victim] = files(copy).filter(name => kind.test(name))
    if (victim) change(join(copy, victim))
    const dataDir = join(folder, 'refused')
    const { code, output } = await restore(dataDir, { ARCHIVE: 'disk', ARCHIVE_DIR: copy }, chinaTime(moment))
    if (!victim || code === 0 || !expected.test(output) || /\n\s+at /.test(output))
      faults.push(`${what}: ${code} ${output}`)
    if (existsSync(join(dataDir, 'postgres'))) faults.push(`${what}: something was put in place`)
    rmSync(copy, { recursive: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
  return faults
}

function alter(path: string): void {
  const content = readFileSync(path)
  const at = Math.floor(content.length / 2)
  content[at] = (content[at] ?? 0) ^ 1
  writeFileSync(path, content)
}

/** Makes the archive unavailable under load, until PostgreSQL gives it up, and brings it back. */
async function archiveAway(site: Site): Promise<Figure[]> {
  const { client, start, folder } = site
  const archive = join(folder, 'archive')
  const environment = { ARCHIVE: 'disk', ARCHIVE_DIR: archive, ARCHIVE_BACKLOG_MB: String(backlog) }
  const portal = await start(environment)
  const buyers = await openShop(portal, 100)
  const before = await baseIn(archive)
  renameSync(archive, `${archive}.away`)
  writeFileSync(archive, 'not a folder')
  const wentAt = Date.now()
  let isOver = false
  const buying = buyUntil(client, portal.url, buyers, () => isOver, { shoppers: 20, pause: 3_000 })
  const url = superuserAddress(findDatabase(portal).url)
  await withClient(url, async database => {
    await database.query('create table noise (bytes bytea)')
    // 400 MB of log; at a checkpoint PostgreSQL removes what it no longer needs.
    for (let round = 0; round < 10; round += 1) {
      await database.query(
        `insert into noise select sha512(random()::text::bytea) || sha512(random()::text::bytea) from generate_series(1, 150000)`,
      )
      await database.query('checkpoint')
    }
    await database.query('drop table noise')
    await database.query('checkpoint')
  })
  const log = join(portal.dataDir, 'postgres/pg_wal')
  const kept = readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0) / 2 ** 20
  isOver = true
  await buying
  const faults = buyers.flatMap(({ refusals }) => refusals)
  rmSync(archive)
  renameSync(`${archive}.away`, archive)
  const backAt = performance.now()
  await baseIn(archive, before)
  const again = (performance.now() - backAt) / 1000
  const gap = await restore(join(folder, 'gap'), environment, chinaTime(wentAt + 5_000))
  if (gap.code === 0 || !/归档只到|缺少/.test(gap.output))
    faults.push(`a moment within the gap: ${gap.code} ${gap.output}`)
  await portal.stop()
  await expectRestored(join(folder, 'after'), environment, 'latest')
  return [
    { name: 'the archive is away: megabytes of log kept for it', result: kept, unit: 'MB', atMost: backlog + 256 },
    expectNone('the archive is away: orders refused, or its gap restored', faults, ''),
    { name: 'the archive is back: until there is a new base backup', result: again, unit: 's', atMost: 120 },
  ]
}

/** Waits for a base backup that is not among `existing`, and returns all. */
async function baseIn(archive: string, existing: string[] = []): Promise<string[]> {
  for (const until = Date.now() + 180_000; Date.now() < until; await sleep(200)) {
    const found = existsSync(archive)
      ? readdirSync(archive, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('manifest.sig'))
      : []
    if (found.some(name => !existing.includes(name))) return found
  }
  throw new Error('no base backup was made')
}

const restore = (dataDir: string, environment: Record<string, string>, to: string) =>
  new Promise<{ code: number; output: string }>(resolve => {
    execFile(
      process.execPath,
      [join(repositoryRoot, 'server/app/commands.ts'), 'restore', '--to', to],
      { env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout + stderr }),
    )
  })

async function expectRestored(dataDir: string, environment: Record<string, string>, to: string): Promise<void> {
  const { code, output } = await restore(dataDir, environment, to)
  if (code !== 0) throw new Error(`restore --to ${to} ended with ${code}:\n${output}`)
}
