import { chown, cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '#server/database/data-lock.ts'
import { type ClientAnswer, portalClient, type Registered } from '#server/testing/portal-client.ts'
import {
  databasePid,
  type PortalProcess,
  refusedStart,
  removeFolder,
  repositoryRoot,
  startProcess,
  temporaryFolder,
} from '#server/testing/portal-process.ts'

// These tests use real processes, signals and files. Every client has its own address, so that no limit interferes. All
// registrations come from one address, whose codes would otherwise require a proof of work.
const environment = { TRUST_PROXY: '127.0.0.1', SMS_PROOF_AFTER: '1000000' }
const folder = temporaryFolder('portal faults')
/** A copy of this repository in a path with spaces. */
const root = join(folder, 'my portal')
const { call, register, login, close } = portalClient()

beforeAll(async () => {
  const { buildIfStale } = await import('../../scripts/build.ts')
  await buildIfStale()
  // Copy right after the build: sources edited in between would need another build, in a folder that may be read-only.
  await mkdir(root)
  const apart = /^(\.|node_modules$|data$|reports$|test-results$|dist\.)/
  const parts = (await readdir(repositoryRoot)).filter(name => !apart.test(name))
  await Promise.all(
    parts.map(part => cp(join(repositoryRoot, part), join(root, part), { recursive: true, preserveTimestamps: true })),
  )
  await symlink(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'))
}, 120_000)
afterAll(() => {
  close()
  return removeFolder(folder)
})

/** Registers one account after the other with ten clients until the portal is gone. Returns the acknowledged accounts. */
function registerUntilGone(portal: PortalProcess) {
  const acknowledged: Registered[] = []
  const workers = Array.from({ length: 10 }, async () => {
    try {
      for (;;) acknowledged.push(await register(portal.url))
    } catch {
      // The portal was killed before it answered, so it acknowledged nothing.
    }
  })
  return { acknowledged, gone: Promise.all(workers) }
}

async function expectAll(portal: PortalProcess, acknowledged: Registered[]) {
  for (const { phone, sid } of acknowledged) {
    const [session, again] = await Promise.all([
      call(portal.url, 'wGetUserInfo', {}, { sid }),
      login(portal.url, phone),
    ])
    expect([phone, session.code, again.code]).toEqual([phone, 200, 200])
  }
}

const start = (dataDir: string, more: Partial<Parameters<typeof startProcess>[0]> = {}) =>
  startProcess({ dataDir, environment, ...more })

describe('a portal that is killed', () => {
  const dataDir = join(folder, 'data')
  let portal: PortalProcess | undefined
  afterAll(() => portal?.stop())

  const running = (): PortalProcess => {
    if (!portal) throw new Error('the portal does not run')
    return portal
  }

  test.each([
    { what: 'kill -9 of the portal', withDatabase: false },
    { what: 'kill -9 of portal and database', withDatabase: true },
  ])(
    '$what under load: the next start takes over and nothing acknowledged is lost',
    { timeout: 180_000 },
    async ({ withDatabase }) => {
      portal ??= await start(dataDir)
      const killed = portal
      const { acknowledged, gone } = registerUntilGone(killed)
      while (acknowledged.length < 20) await sleep(5)
      const database = databasePid(dataDir)
      if (!database) throw new Error('no database runs')
      killed.kill('SIGKILL')
      if (withDatabase) process.kill(database, 'SIGKILL')
      expect(await killed.ended).toBe('SIGKILL')
      await gone
      portal = await start(dataDir)
      expect(portal.startedIn).toBeLessThan(30_000)
      expect(acknowledged.length).toBeGreaterThanOrEqual(20)
      await expectAll(portal, acknowledged)
      // The portal keeps working.
      await expectAll(portal, [await register(portal.url)])
    },
  )

  test('a second portal on the same data folder is refused, and says why', { timeout: 60_000 }, async () => {
    const { ended, output } = await refusedStart({ dataDir })
    expect(ended).toBe(1)
    expect(output).toContain(`数据目录 ${dataDir} 正被另一个运行中的门户使用（进程号 ${running().pid}）`)
    expect(output).not.toMatch(/\n\s+at /)
    expect((await call(running().url, 'getIndustryList', {})).code).toBe(200)
  })

  test('SIGTERM under load: requests under way are answered, then the database stops', {
    timeout: 180_000,
  }, async () => {
    const stopped = running()
    const database = databasePid(dataDir)
    const { phone } = await register(stopped.url)
    let stopping = false
    const answers: (ClientAnswer<'wLogin'> & { late: boolean })[] = []
    const failures: unknown[] = []
    const workers = Array.from({ length: 40 }, async () => {
      // Hashing is slow, so many requests are running at any time.
      while (!stopping) {
        try {
          answers.push({ ...(await login(stopped.url, phone)), late: stopping })
        } catch (error) {
          failures.push(error)
        }
      }
    })
    while (answers.length < 50) await sleep(5)
    // A client that never ends its request must not keep the portal running forever.
    const unfinished = connect(Number(new URL(stopped.url).port), '127.0.0.1')
    unfinished.on('error', () => {})
    unfinished.write('POST /api/v1/user/wLogin HTTP/1.1\r\nhost: portal\r\ncontent-length: 100\r\n\r\n{')
    await sleep(100)
    stopping = true
    stopped.kill('SIGTERM')
    const signalled = Date.now()
    await Promise.all(workers)
    expect(failures).toEqual([])
    expect(answers.filter(({ code }) => code !== 200)).toEqual([])
    const late = answers.filter(answer => answer.late)
    expect(late.length).toBeGreaterThan(20)
    // Otherwise each connection would be kept alive, and with it the portal, for another minute. The signal takes a moment to
    // arrive, so the first requests may have been answered before it.
    expect(late.slice(-20).every(({ last }) => last)).toBe(true)
    expect(await stopped.ended).toBe(0)
    // A kept-alive connection would delay the stop by a minute.
    expect(Date.now() - signalled).toBeLessThan(40_000)
    expect(database && isAlive(database)).toBe(false)
    // The last acknowledged accounts were stored as well.
    portal = await start(dataDir)
    for (const { data } of late) expect((await call(portal.url, 'wGetUserInfo', {}, { sid: data.sid })).code).toBe(200)
  })
})

test.skipIf(process.platform === 'win32')(
  'runs from a path with spaces, and as an ordinary user when these tests run as root',
  { timeout: 180_000 },
  async () => {
    const dataDir = join(folder, 'my data')
    await mkdir(dataDir)
    // The uid of `nobody`, on every system that has root.
    const nobody = 65_534
    const other = userInfo().uid === 0 ? { uid: nobody, gid: nobody } : undefined
    if (other) {
      for (const path of [folder, dataDir]) await chown(path, other.uid, other.gid)
    }
    const portal = await start(dataDir, { root, ...other, environment: { ...environment, HOME: dataDir } })
    try {
      expect((await fetch(`${portal.url}/`)).status).toBe(200)
      await expectAll(portal, [await register(portal.url)])
    } finally {
      await portal.stop()
    }
    expect(portal.output()).not.toMatch(/error|错误/i)
  },
)
