import { readdirSync, readFileSync } from 'node:fs'

/**
 * Milliseconds of processor time that this process and the database's connections have used; where the system does not tell
 * of the latter (Linux alone does), this process alone. Other than time by the clock, it hardly grows when others use the machine.
 */
export function processorOf(postmaster: number): () => number {
  const backends = childrenOf(postmaster)
  return () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 + backends.reduce((sum, pid) => sum + onProcessor(pid), 0)
  }
}

/** Nanoseconds, first of three numbers. */
function onProcessor(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

function childrenOf(parent: number): number[] {
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
    // After the name, which may hold anything: state, then the parent.
    const isBackend = !/autovacuum|checkpointer|writer|launcher/.test(readFileSync(`/proc/${entry}/cmdline`, 'utf8'))
    return isBackend && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
  } catch {
    return false
  }
}
