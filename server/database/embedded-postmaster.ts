import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './data-lock.ts'
import { EmbeddedError, type Runner, windows } from './embedded-system.ts'

export interface Postmaster {
  pid: number
  port: number
  /** Empty for TCP. */
  sockets: string
  ready: boolean
}

/** Reads PostgreSQL's postmaster.pid in the data directory (src/include/utils/pidfile.h). */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!pid) return undefined
    return { pid, port: Number(lines[3]), sockets: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Reports whether `pid` runs and is this cluster's database, not another program with a reused pid. */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    if (process.platform === 'darwin')
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return false
  }
  return true
}

/** Tries a fast shutdown, then an immediate one, then kills. Returns when the process is gone. */
export async function endPostmaster(pid: number, binaries: string): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]
  for (const [signal, patience] of steps) {
    if (!send(pid, signal, binaries)) return
    for (const until = Date.now() + patience; Date.now() < until; await sleep(5)) if (!isAlive(pid)) return
  }
}

function send(pid: number, signal: NodeJS.Signals, binaries: string): boolean {
  try {
    // Windows has no signals, but PostgreSQL brings its own.
    if (windows) execFileSync(join(binaries, 'bin', 'pg_ctl.exe'), ['kill', signal.slice(3), String(pid)])
    else process.kill(pid, signal)
    return true
  } catch {
    return isAlive(pid)
  }
}

/**
 * Returns the socket's folder. The whole path is limited to 107 bytes, so it cannot be in a data directory of arbitrary depth. The
 * name is derived from the data directory, so that two of them never collide.
 */
export function socketDir(dataDir: string, { uid, own }: Runner): string {
  const name = `haiyilian-${hash('sha256', realpathSync(dataDir), 'hex').slice(0, 12)}`
  for (const parent of [tmpdir(), '/tmp', '/dev/shm']) {
    // PostgreSQL reads a list here, so commas, quotes and spaces are not allowed.
    if (parent.length > 70 || !/^[\w./-]+$/.test(parent)) continue
    try {
      const dir = join(parent, name)
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      if (isOurs(dir, uid)) {
        own(dir)
        chmodSync(dir, 0o700)
        return dir
      }
      // The folder of that name in a world-writable place belongs to another user, who could replace a socket there.
      const fresh = mkdtempSync(`${dir}-`)
      own(fresh)
      return fresh
    } catch {
      // Not writable: try the next place.
    }
  }
  throw new EmbeddedError('找不到可写的临时目录来放数据库的套接字（试过 TMPDIR、/tmp、/dev/shm）')
}

function isOurs(dir: string, databaseUid: number | undefined): boolean {
  const stat = lstatSync(dir)
  return stat.isDirectory() && (stat.uid === process.getuid?.() || stat.uid === databaseUid)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject()))
    })
  })
}
