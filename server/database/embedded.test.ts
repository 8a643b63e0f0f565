import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import { countOf } from './count-rows.ts'
import { isAlive } from './data-lock.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { connect } from './pool.ts'

// The time is long because processes start and die, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })
const program = join(import.meta.dirname, 'embedded.fixture.ts')
const root = await mkdtemp(join(tmpdir(), 'haiyilian-embedded-'))
// A realistic path: it has spaces and Chinese, and is longer than a socket's address may be.
const dataDir = join(root, `my 数据 ${'deep/'.repeat(20)}data`)

interface Started {
  url: string
  pid: number
  adopted: boolean
  error?: string
}

const children: ChildProcess[] = []
/** Starts a portal in its own process, to be killed. */
async function portal(dir: string, tie = 'tied'): Promise<Started & { child: ChildProcess }> {
  const child = spawn(process.execPath, [program, dir, tie], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  const line = await new Promise<string>(resolve => child.stdout?.once('data', data => resolve(String(data))))
  return { ...JSON.parse(line), child }
}
/** Copies the first data directory, which saves the second that initdb takes. */
const copy = async (dir: string) => {
  await mkdir(dir, { recursive: true })
  await promisify(execFile)('cp', ['-a', join(dataDir, 'postgres'), dir])
  return dir
}
const gone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false)
const kill = async (child: ChildProcess) => {
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
const ask = async (url: string, text: string) => {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}
const servers: Embedded[] = []
const start = async (dir = dataDir) => {
  const server = await startEmbedded({ dataDir: dir, log: silentLog })
  servers.push(server)
  return server
}

beforeAll(async () => {
  await chmod(root, 0o755)
  const first = await start()
  await runStatement(first.url, 'create table kept (id int); insert into kept values (1)')
  await first.stop()
})
afterEach(() => Promise.all(servers.splice(0).map(server => server.stop())))
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(root, { recursive: true, force: true })
})

test('a restart keeps the data, closed to the network and to other users', async () => {
  const server = await start()
  expect(server.adopted).toBe(false)
  expect(await ask(server.url, 'select id from kept')).toEqual([1])
  expect(
    await ask(
      server.url,
      `select current_setting('listen_addresses'), current_setting('fsync'), current_setting('data_checksums'), datlocale,
        rolsuper from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
    ),
  ).toEqual(['', 'on', 'on', 'C.UTF-8', false])
  const sockets = decodeURIComponent(new URL(server.url).hostname)
  expect((await stat(sockets)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe((await stat(sockets)).uid)
  await server.stop()
  expect(isAlive(server.pid())).toBe(false)
  expect(existsSync(sockets)).toBe(false)
  expect(await readdir(dataDir)).not.toContain('portal.lock')
})

test('a second portal on the same folder is refused, one on another folder is not', async () => {
  const other = await copy(join(root, 'other'))
  const [server, second] = await Promise.all([start(), portal(other)])
  const refused = await portal(dataDir)
  expect(refused.error).toContain(`进程号 ${process.pid}`)
  await expect(start()).rejects.toThrow('正被另一个运行中的门户使用')
  expect(second.url).not.toBe(server.url)
  expect(await ask(second.url, 'select 1')).toEqual([1])
  second.child.kill('SIGTERM')
  await gone(second.pid)
  await server.stop()
})

test('of four concurrent portals one starts and three are refused', async () => {
  // A lock left by a killed portal makes the takeover part of the race.
  await writeFile(join(dataDir, 'portal.lock'), '1 not-this-boot:1\n')
  const all = await Promise.all([1, 2, 3, 4].map(() => portal(dataDir)))
  expect(all.filter(one => one.url)).toHaveLength(1)
  for (const one of all) if (one.url) await kill(one.child)
  for (const one of all) if (one.url) await gone(one.pid)
})

describe('after kill -9 of the portal', () => {
  test('the database stops too, and the next start loses nothing', async () => {
    const first = await portal(dataDir)
    await runStatement(first.url, 'insert into kept values (2)')
    await kill(first.child)
    // The next server starts immediately, while the old one may still be shutting down.
    const server = await start()
    expect(server.adopted).toBe(false)
    expect(isAlive(first.pid)).toBe(false)
    expect(await ask(server.url, 'select id from kept order by 1')).toEqual([1, 2])
    await runStatement(server.url, 'delete from kept where id = 2')
    await server.stop()
  })

  test('a database left running is adopted, with its connections', async () => {
    const first = await portal(dataDir, 'free')
    const busy = new Client(first.url)
    await busy.connect()
    await busy.query('begin')
    await kill(first.child)
    const server = await start()
    expect(server).toMatchObject({ adopted: true, url: first.url })
    expect(server.pid()).toBe(first.pid)
    await busy.query('commit')
    await busy.end()
    await server.stop()
    expect(isAlive(first.pid)).toBe(false)
  })

  test('and of the database: acknowledged writes are there', async () => {
    const first = await portal(dataDir, 'free')
    const client = new Client(first.url)
    client.on('error', () => {})
    await client.connect()
    for (let id = 10; id < 20; id += 1) await client.query('insert into kept values ($1)', [id])
    process.kill(first.pid, 'SIGKILL')
    await kill(first.child)
    const server = await start()
    expect(await ask(server.url, 'select count(*)::int from kept where id >= 10')).toEqual([10])
    await runStatement(server.url, 'delete from kept where id >= 10')
    await server.stop()
  })

  test("a process id in the lock that now belongs to another program doesn't block", async () => {
    await writeFile(join(dataDir, 'portal.lock'), `${process.ppid} another-boot:1\n`)
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    await writeFile(pidFile, `${process.ppid}\n${dataDir}/postgres\n1\n5432\n/tmp\n\n1 1\nready\n`)
    const server = await start()
    expect(server.adopted).toBe(false)
    await server.stop()
  })
})

test('a killed database is restarted, and the pool reconnects', async () => {
  const server = await start()
  const pools = connect({ url: server.url, log: silentLog })
  await pools.system.change`select 1`
  const before = server.pid()
  process.kill(before, 'SIGKILL')
  await expect.poll(() => server.pid()).not.toBe(before)
  await vi.waitFor(async () => expect(await countOf(pools.system, sql`select 1`)).toBe(1), {
    timeout: 20_000,
    interval: 50,
  })
  await pools.end()
  await server.stop()
})

test('a start interrupted during initdb does not block the next', async () => {
  const dir = join(root, 'cut off')
  await mkdir(join(dir, 'postgres.new/base'), { recursive: true })
  const server = await startEmbedded({ dataDir: dir, log: silentLog, unsafe: true })
  expect(await ask(server.url, 'select 1')).toEqual([1])
  await server.stop()
  expect(await readdir(dir)).toEqual(['postgres', 'postgres.log'])
})

test('the data folder may be inside one that nobody else may enter, like /root', async () => {
  const home = join(root, 'home')
  await mkdir(home, { mode: 0o700 })
  const first = await portal(await copy(join(home, 'data')))
  expect(await ask(first.url, 'select 1')).toEqual([1])
  await kill(first.child)
  await gone(first.pid)
})

test.runIf(process.getuid?.() === 0)('when started by root, the database does not run as root', async () => {
  const server: Embedded = await start()
  expect((await stat(`/proc/${server.pid()}`)).uid).not.toBe(0)
  await server.stop()
})

test('stop waits until the database has stopped', async () => {
  const server = await start()
  const client = new Client(server.url)
  client.on('error', () => {})
  await client.connect()
  const running = client.query('select pg_sleep(20)').catch((error: unknown) => error)
  await sleep(50)
  await server.stop()
  expect(await running).toBeInstanceOf(Error)
  expect(isAlive(server.pid())).toBe(false)
})
