import { readFileSync } from 'node:fs'

export interface Limits {
  /** Seconds of a processor, and seconds by the clock; those are more, because others may be at work. */
  cpuSeconds: number
  seconds: number
  megabytes: number
}

/** Milliseconds between two looks. */
const interval = 50
// Linux counts in hundredths of a second and in pages, on every machine that Node runs on.
const [ticksPerSecond, pageBytes] = [100, 4096]

/**
 * Calls `stop` as soon as the process has used more than a limit allows, or when it is late though it has not: then
 * the machine is busy. Returns the function that stops watching.
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

/** Returns undefined where the system does not tell, which leaves the clock and the limit of V8's own memory. */
function usageOf(pid: number | undefined): { cpuSeconds: number; megabytes: number } | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined
  try {
    // The name of the program stands in parentheses and may hold spaces. See proc_pid_stat(5).
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number)
    if (user === undefined || system === undefined || pages === undefined) return undefined
    return { cpuSeconds: (user + system) / ticksPerSecond, megabytes: (pages * pageBytes) / 1024 / 1024 }
  } catch {
    return undefined
  }
}
