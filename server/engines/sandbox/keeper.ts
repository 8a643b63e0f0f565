import { once } from 'node:events'
import { type Limits, watchUsage } from './limits.ts'
import { processesOf } from './processes.ts'

/** The only message that the process receives. */
export interface Job {
  module: string
  input: unknown
}

/** The only answer of a process. */
export type Answer = { output: unknown } | { error: string }

export interface Order {
  id: number
  job: Job
  limits: Limits
}

/** `exceeded` when the file took more than its limits, `late` when the machine was too busy. */
export type Outcome = Answer | { exceeded: string } | { late: true }

export interface Report {
  id: number
  outcome: Outcome
}

/**
 * The process that starts the sandbox processes, passes them their files and watches them; its arguments are their command. The
 * portal is too large for that: forking from 300 MB takes 20 ms, to copy the page table, followed by a page fault for each page
 * written, during which it answers nobody. This process takes a millisecond.
 */
const freshProcess = processesOf(process.argv.slice(2))

process.on('message', async ({ id, job, limits }: Order) => {
  const report: Report = { id, outcome: await outcomeOf(job, limits) }
  process.send?.(report)
})
process.on('disconnect', () => process.exit())

async function outcomeOf(job: Job, limits: Limits): Promise<Outcome> {
  const child = freshProcess()
  const stopped = new AbortController()
  const stopWatching = watchUsage(child.pid, limits, reason => stopped.abort(reason))
  try {
    const answered = once(child, 'message', { signal: stopped.signal }) as Promise<[Answer]>
    // A process that leaves without an answer ran out of memory.
    const left = once(child, 'disconnect', { signal: stopped.signal }).then(() => undefined)
    const first = Promise.race([answered, left])
    child.send(job, () => {})
    const [answer] = (await first) ?? []
    return answer ?? { exceeded: 'the process ended' }
  } catch (error) {
    if (stopped.signal.reason === 'late') return { late: true }
    return stopped.signal.aborted ? { exceeded: 'limits' } : { error: String(error) }
  } finally {
    stopWatching()
    child.kill('SIGKILL')
  }
}
