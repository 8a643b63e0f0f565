import { readFileSync } from 'node:fs'

export interface Limits {
  /** Processor seconds, and wall-clock seconds, which are more because other processes may be running. */
  cpuSeconds: number
  seconds: number
  megabytes: number
}

/** Milliseconds between measurements. */
const interval = 50
// Linux counts in hundredths of a second and in pages of this size, on every machine that Node runs on.
const [ticksPerSecond, pageBytes] = [100, 4096]

/**
 * Calls `stop` as soon as the process has exceeded a limit, or if it is late without exceeding one: then the machine is busy.
 * Returns a function that stops watching.
 */
export function watchUsage(
  pid: number | undefined,
  limits: Limits,
  stop: (reason: 'exceeded' | 'late') => void,
): () => void {
  const started = usageOf(pid)
  const late = setTimeout(() => stop(started ? 'late' : 'exceeded'), limits.seconds * 1000)
  const timer = setInterval(() => {
    const used = usageOf(pid)
    if (!used || !started) return
    if (used.cpuSeconds - started.cpuSeconds > limits.cpuSeconds || used.megabytes > limits.megabytes) stop('exceeded')
  }, interval)
  return () => {
    clearTimeout(late)
    clearInterval(timer)
  }
}

/** Returns undefined if the system does not provide it, which leaves the wall clock and V8's own memory limit. */
function usageOf(pid: number | undefined): { cpuSeconds: number; megabytes: number } | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined
  try {
    // The program's name is in parentheses and may contain spaces. See proc_pid_stat(5).
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number)
    if (user === undefined || system === undefined || pages === undefined) return undefined
    return { cpuSeconds: (user + system) / ticksPerSecond, megabytes: (pages * pageBytes) / 1024 / 1024 }
  } catch {
    return undefined
  }
}
