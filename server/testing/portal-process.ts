import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, readPostmaster } from '#server/database/embedded-postmaster.ts'

/** The real portal in a separate process, started as by `npm start`, for faults, browser tests and the bench. */
export interface PortalProcess {
  url: string
  dataDir: string
  pid: number
  /** Milliseconds from the start of the process to its first answer. */
  startedIn: number
  /** Its output so far. */
  output(): string
  /** A no-op once it has ended. */
  kill(signal: NodeJS.Signals): void
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** Stops it as Ctrl-C does and waits for its end. */
  stop(): Promise<void>
}

export interface Start {
  dataDir: string
  environment?: Record<string, string>
  /** The repository's folder, by default this one. */
  root?: string
  port?: number
  /** Starts through `npm start` instead of its program, and so includes npm's own time. */
  byNpm?: boolean
  uid?: number
  gid?: number
  /**
   * Milliseconds to wait for the first answer. The first start creates the database and its demonstration data; a stale
   * build takes more.
   */
  timeout?: number
}

export const repositoryRoot = join(import.meta.dirname, '../..')

export const temporaryFolder = (name = 'portal') => mkdtempSync(join(tmpdir(), `${name}-`))

/** The portal inherits only the location of programs, so that the caller's environment does not affect it. */
const inheritedEnvironment = () =>
  Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'].map(name => [name, process.env[name]]))

/** Finds the file that `npm start` runs. */
const startFile = (root: string) =>
  (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  ).scripts.start.replace(/^node /, '')

function launch({ dataDir, environment, root = repositoryRoot, uid, gid, byNpm }: Start, port: number) {
  const [program, ...args] = byNpm ? ['npm', 'start'] : [process.execPath, join(root, startFile(root))]
  const child = spawn(program, args, {
    cwd: root,
    // A signal to the caller's whole group must not reach the portal a second time: it would not wait for its requests.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inheritedEnvironment(), DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...environment },
    ...(uid !== undefined && { uid, gid: gid ?? uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject)
    // At `close`, unlike `exit`, all of its output has arrived.
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1))
  })
  return { child, ended, output: () => output }
}

/** Resolves once the portal answers. Throws its output when it ends before, or does not answer in time. */
export async function startProcess(start: Start): Promise<PortalProcess> {
  const port = start.port ?? (await freePort())
  const began = performance.now()
  const { child, ended, output } = launch(start, port)
  let over = false
  const watchedEnd = ended.finally(() => {
    over = true
  })
  watchedEnd.catch(() => {})
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + (start.timeout ?? 60_000); ; await sleep(5)) {
    if (over) throw new Error(`the portal ended before it answered:\n${output()}`)
    if (await isAnswering(url)) break
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the portal did not answer in time:\n${output()}`)
    }
  }
  const startedIn = performance.now() - began
  const pid = start.byNpm ? lockHolder(start.dataDir) : requirePid(child)
  const kill = (signal: NodeJS.Signals) => {
    if (!over) process.kill(pid, signal)
  }
  return {
    url,
    dataDir: start.dataDir,
    pid,
    startedIn,
    output,
    kill,
    ended,
    async stop() {
      kill('SIGTERM')
      await ended
    },
  }
}

/** Runs a start that must be refused, and returns its exit code and its output. */
export async function refusedStart(start: Start): Promise<{ ended: number | NodeJS.Signals; output: string }> {
  const { child, ended, output } = launch(start, start.port ?? (await freePort()))
  const timer = setTimeout(() => child.kill('SIGKILL'), start.timeout ?? 20_000)
  try {
    return { ended: await ended, output: output() }
  } finally {
    clearTimeout(timer)
  }
}

const isAnswering = (url: string) =>
  fetch(`${url}/healthz`).then(
    response => response.ok,
    () => false,
  )

function requirePid(child: ChildProcess): number {
  if (!child.pid) throw new Error('the process did not start')
  return child.pid
}

/** The processes of the portal that holds the data directory and of its database. */
export const databasePid = (dataDir: string) => readPostmaster(join(dataDir, 'postgres'))?.pid
export const lockHolder = (dataDir: string) => Number.parseInt(readFileSync(join(dataDir, 'portal.lock'), 'utf8'), 10)

/** A database that has just ended may still write to its folder for a short while. */
export const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
