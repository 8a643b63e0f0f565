import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './data-lock.ts'
import { addressOf, createCluster, openDatabase, writeAccess } from './embedded-cluster.ts'
import {
  endPostmaster,
  freePort,
  isPostmaster,
  type Postmaster,
  readPostmaster,
  socketDir,
} from './embedded-postmaster.ts'
import { serverArgs } from './embedded-settings.ts'
import { EmbeddedError, findRunner, type Runner, serverEnvironment, windows } from './embedded-system.ts'
import type { DatabaseLog } from './pool.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: DatabaseLog
  /** Set only for disposable data, as in tests. */
  unsafe?: boolean
  /** If false, the database keeps running when the portal is killed, as on systems without `setpriv`. */
  dieWithPortal?: boolean
  /** Megabytes of WAL that may wait for the archive; undefined without an archive. */
  archiveBacklog?: number | undefined
  /** Further PostgreSQL settings, such as those of a recovery. */
  settings?: Record<string, string | number> | undefined
  /** Milliseconds to wait for the start. Recovery from an archive takes longer than a start. */
  patience?: number | undefined
}

export interface Running {
  pid: number
  url: string
  /** Absent when the server was adopted, and on Windows. */
  child?: ChildProcess
}
type Place = Pick<Postmaster, 'sockets' | 'port'>
/** Adopts or starts the server. Called again if the server ends by itself. */
export type Launch = () => Promise<Running>

/** Milliseconds. Recovery after a machine crash may take long; waiting for the remains of a killed server does not. */
const startPatience = 60_000
const retryPatience = 15_000

/** Creates the cluster if there is none, and returns a function that launches it. */
export async function launcher(options: EmbeddedOptions, binaries: string): Promise<Launch> {
  const cluster = join(options.dataDir, 'postgres')
  const runner = findRunner(cluster, [binaries, options.dataDir], options.dieWithPortal ?? true)
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    options.log.info('首次启动，正在创建内置数据库……')
    await createCluster(cluster, binaries, runner, options.unsafe ?? false)
  }
  writeAccess(cluster, runner)
  // A restarted server must use the address that the pools know.
  let place: Place | undefined
  return async () => {
    for (const deadline = Date.now() + retryPatience; Date.now() < deadline; await sleep(100)) {
      const running = (await adopt(cluster, binaries)) ?? (await start(options, cluster, binaries, runner, place))
      if (!running) continue
      place = readPostmaster(cluster)
      return running
    }
    throw new EmbeddedError(`内置数据库没能启动：前一个进程一直没有退出，详见 ${logFile(options.dataDir)}`)
  }
}

/** Takes over a database that is still running. If it is just ending, waits for its end. */
async function adopt(cluster: string, binaries: string): Promise<Running | undefined> {
  for (let tries = 1; ; tries += 1) {
    const found = readPostmaster(cluster)
    if (!found) return undefined
    if (!isPostmaster(found.pid, cluster)) {
      // The pid now belongs to another program, which PostgreSQL would take for the owner of the lock.
      if (isAlive(found.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return undefined
    }
    const url = addressOf(found, cluster)
    const state = found.ready ? await openDatabase(url) : 'not yet'
    if (state === 'open') return { pid: found.pid, url }
    if (state === 'refused' || tries === 300) await endPostmaster(found.pid, binaries)
    await sleep(50)
  }
}

/** Starts the server. Returns undefined if a retry is needed, because remains of the previous server still exist. */
async function start(
  { dataDir, unsafe = false, archiveBacklog, settings, patience = startPatience }: EmbeddedOptions,
  cluster: string,
  binaries: string,
  runner: Runner,
  place: Place | undefined,
): Promise<Running | undefined> {
  const sockets = windows ? undefined : (place?.sockets ?? socketDir(dataDir, runner))
  const port = windows ? (place?.port ?? (await freePort())) : 5432
  const args = serverArgs({ cluster, sockets, port, unsafe, archiveBacklog, more: settings })
  // PostgreSQL refuses to start with a slot that its WAL level cannot serve.
  if (!archiveBacklog) removeSlots(cluster)
  const file = logFile(dataDir)
  if (existsSync(file) && statSync(file).size > 5_000_000) renameSync(file, `${file}.1`)
  const before = existsSync(file) ? statSync(file).size : 0
  const printed = () => readFileSync(file).subarray(before).toString().slice(-2000)
  const child = run(file, binaries, runner, args)
  let failed = false
  child.once('exit', code => (failed = !windows || code !== 0))
  child.once('error', () => (failed = true))
  for (const deadline = Date.now() + patience; Date.now() < deadline && !failed; await sleep(5)) {
    const found = readPostmaster(cluster)
    // The shell and setpriv become PostgreSQL's process; on Windows pg_ctl starts it and ends.
    if (!found?.ready || !(windows || found.pid === child.pid)) continue
    const url = addressOf(found, cluster)
    if ((await openDatabase(url)) === 'open') return windows ? { pid: found.pid, url } : { pid: found.pid, url, child }
    break
  }
  // Backends of a killed server hold its shared memory until they notice.
  if (failed && /still in use|already exists|already in use/.test(printed())) return undefined
  if (!failed && child.pid) await endPostmaster(child.pid, binaries)
  throw new EmbeddedError(`内置数据库没能启动：\n${printed()}`)
}

function run(log: string, binaries: string, runner: Runner, args: string[]): ChildProcess {
  // Only pg_ctl can drop a Windows administrator's rights, with which PostgreSQL refuses to run.
  const [program, programArgs] = windows
    ? runner.command(join(binaries, 'bin', 'pg_ctl.exe'), ['start', '-D', args[1] ?? '', '-o', quoted(args.slice(2))])
    : runner.command(join(binaries, 'bin', 'postgres'), args)
  const output = openSync(log, 'a')
  const child = spawn(program, programArgs, {
    // The server gets its own process group, so that Ctrl-C reaches only the portal, which drains its requests before it stops the
    // database.
    detached: true,
    stdio: ['ignore', output, output],
    env: serverEnvironment(),
    ...runner.ids,
  })
  child.unref()
  closeSync(output)
  return child
}

/** Removes the replication slots and so ends the archive's run: a log that was not kept cannot be continued. */
function removeSlots(cluster: string): void {
  const slots = join(cluster, 'pg_replslot')
  for (const name of readdirSync(slots)) rmSync(join(slots, name), { recursive: true, force: true })
}

const logFile = (dataDir: string) => join(dataDir, 'postgres.log')
const quoted = (args: string[]) => args.map(arg => (/[\s;,]/.test(arg) ? `"${arg}"` : arg)).join(' ')
