import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another running portal uses this data directory. */
export class DataDirInUse extends Error {
  readonly pid: number
  constructor(dataDir: string, pid: number) {
    super(
      `数据目录 ${dataDir} 正被另一个运行中的门户使用（进程号 ${pid}）。请先停止它，或用环境变量 DATA_DIR 指定另一个目录。`,
    )
    this.pid = pid
  }
}

/** Takes the directory for this process and returns the function that releases it. Throws DataDirInUse. */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'portal.lock')
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}\n`
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, mine)
  try {
    // A hard link appears atomically, and never replaces an existing file.
    while (!tryLink(draft, file)) removeIfStale(file, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(file) === mine) rmSync(file, { force: true })
  }
}

function removeIfStale(file: string, dataDir: string): void {
  const found = read(file)
  if (found === undefined) return
  const [pid = 0, start = ''] = [Number.parseInt(found, 10), found.trim().split(' ').slice(1).join(' ')]
  if (isAlive(pid) && startOf(pid) === (start || undefined)) throw new DataDirInUse(dataDir, pid)
  // Two portals may find the same stale lock; the slower one must not remove the lock that the faster one has created since.
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) !== found) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Reports whether a process runs, and is not a zombie waiting for a parent that may never reap it (process 1 of many containers).
 */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return process.platform !== 'linux' || statOf(pid)?.[0] !== 'Z'
}

/** Returns the fields of /proc/<pid>/stat (Linux) from the state on, after the command in parentheses, which may contain spaces. */
function statOf(pid: number): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Returns when the process started, as the system states it. This distinguishes a process from a later one with the same id. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // Field 22 of proc(5) counts ticks since boot, so the boot is named as well.
      const ticks = statOf(pid)?.[19]
      return ticks && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`
    }
    if (process.platform === 'darwin')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    // The file is not readable, so liveness alone decides.
  }
  return undefined
}
