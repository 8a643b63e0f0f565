import { readdirSync, readFileSync } from 'node:fs'

/**
 * Reads the milliseconds of processor time used by this process and the database's connections; outside Linux, where the latter
 * can't be read, by this process only. Unlike elapsed time, it hardly grows with other load on the machine.
 */
export function processorClock(postmaster: number): () => number {
  const backends = listChildren(postmaster)
  return () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 + backends.reduce((sum, pid) => sum + processorMilliseconds(pid), 0)
  }
}

/** The first of the three numbers in schedstat is the time on the processor, in nanoseconds. */
function processorMilliseconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

function listChildren(parent: number): number[] {
  try {
    return readdirSync('/proc').flatMap(entry => (isChild(entry, parent) ? [Number(entry)] : []))
  } catch {
    return [parent]
  }
}

function isChild(entry: string, parent: number): boolean {
  if (!/^\d+$/.test(entry)) return false
  try {
    const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
    // The name may hold any character; the state and then the parent follow it.
    const isBackend = !/autovacuum|checkpointer|writer|launcher/.test(readFileSync(`/proc/${entry}/cmdline`, 'utf8'))
    return isBackend && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
  } catch {
    return false
  }
}
