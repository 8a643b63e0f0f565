import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, readPostmaster } from '../database/embedded-postmaster.ts'

/** The real portal as a process of its own, started as `npm start` does: what faults, browser tests and the bench look at. */
export interface PortalProcess {
  url: string
  dataDir: string
  pid: number
  /** Milliseconds from the start of the process to its first answer. */
  startedIn: number
  /** What it has written so far. */
  output(): string
  /** Does nothing once it has ended. */
  kill(signal: NodeJS.Signals): void
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** As Ctrl-C does; with the patience of who waits for it. */
  stop(): Promise<void>
}

export interface Start {
  dataDir: string
  environment?: Record<string, string>
  /** Where the repository is, if not here. */
  root?: string
  port?: number
  /** By `npm start` rather than what that runs: npm's own time is in it. */
  byNpm?: boolean
  uid?: number
  gid?: number
  /** Milliseconds. The first start makes a database and its demonstration data; a stale build comes on top. */
  patience?: number
}

export const here = join(import.meta.dirname, '../..')

export const temporaryFolder = (name = 'portal') => mkdtempSync(join(tmpdir(), `${name}-`))

/** Nothing of the caller's own environment decides how the portal runs, but where its programs are. */
const inherited = () =>
  Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'].map(name => [name, process.env[name]]))

/** The file that `npm start` runs. */
const startFile = (root: string) =>
  (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  ).scripts.start.replace(/^node /, '')

function launch({ dataDir, environment, root = here, uid, gid, byNpm }: Start, port: number) {
  const [program, ...args] = byNpm ? ['npm', 'start'] : [process.execPath, join(root, startFile(root))]
  const child = spawn(program, args, {
    cwd: root,
    // A signal to the caller's whole group must not reach the portal a second time: it would not wait for its requests.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited(), DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...environment },
    ...(uid !== undefined && { uid, gid: gid ?? uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject)
    // `close`: what it has written has arrived as well.
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1))
  })
  return { child, ended, output: () => output }
}

/** Resolves once it answers. Throws what the process wrote when it ends before, or is not there in time. */
export async function startProcess(start: Start): Promise<PortalProcess> {
  const port = start.port ?? (await freePort())
  const began = performance.now()
  const { child, ended, output } = launch(start, port)
  let over = false
  const watched = ended.finally(() => {
    over = true
  })
  watched.catch(() => {})
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + (start.patience ?? 60_000); ; await sleep(5)) {
    if (over) throw new Error(`the portal ended before it answered:\n${output()}`)
    if (await answers(url)) break
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the portal did not answer in time:\n${output()}`)
    }
  }
  const startedIn = performance.now() - began
  const pid = start.byNpm ? lockHolder(start.dataDir) : pidOf(child)
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

/** A start that is expected to be refused: how it ended, and what it said. */
export async function refusedStart(start: Start): Promise<{ ended: number | NodeJS.Signals; output: string }> {
  const { child, ended, output } = launch(start, start.port ?? (await freePort()))
  const timer = setTimeout(() => child.kill('SIGKILL'), start.patience ?? 20_000)
  try {
    return { ended: await ended, output: output() }
  } finally {
    clearTimeout(timer)
  }
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    response => response.ok,
    () => false,
  )

function pidOf(child: ChildProcess): number {
  if (!child.pid) throw new Error('the process did not start')
  return child.pid
}

/** Who holds the data directory, and the database it runs. */
export const databasePid = (dataDir: string) => readPostmaster(join(dataDir, 'postgres'))?.pid
export const lockHolder = (dataDir: string) => Number.parseInt(readFileSync(join(dataDir, 'portal.lock'), 'utf8'), 10)

/** The folder of a database that has just ended may still be written to for a moment. */
export const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
