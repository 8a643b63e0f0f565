import { once } from 'node:events'
import { fairQueue } from '#server/core/fair-queue.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Limits, watchUsage } from './limits.ts'
import { placeOf } from './modules.ts'
import { freshProcess } from './processes.ts'

/** What a process is sent, once. */
export interface Job {
  module: string
  input: unknown
}

/** What it answers, once. */
export type Answer = { output: unknown } | { error: string }

/** Is thrown when a file took more than its limits, which an honest one does not. */
export class SandboxExceeded extends Error {}

const busy = '正在处理的文件较多，请稍后重试'
/** Two keep one company's file from holding up another's; they run at a lower priority than the portal. */
const inTurn = fairQueue({ width: 2, waitingEach: 40, waitingInAll: 80, busy })

/**
 * Makes a function that handles a file from outside: it runs the module's default export in a process of its own,
 * which ends afterwards, so that whatever the file does harms neither the portal nor the next file. The process can
 * read nothing but the program, can write nothing, and has no network, no environment and no secrets.
 *
 * The function takes whose file it is, by which the files queue. Beyond a limit it returns `exceeded`, or without that
 * rejects with SandboxExceeded; it rejects with Refusal 503 when too many files wait or the machine is too busy, and
 * with Error when the module throws. Input and output are copied (structured clone).
 */
export function sandboxed<Input, Output>(module: URL, limits: Limits, exceeded?: Output) {
  const place = placeOf(module).href
  return async (owner: string, input: Input): Promise<Output> => {
    try {
      return await inTurn(owner, () => run<Output>({ module: place, input }, limits))
    } catch (error) {
      if (error instanceof SandboxExceeded && exceeded !== undefined) return exceeded
      throw error
    }
  }
}

async function run<Output>(job: Job, limits: Limits): Promise<Output> {
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
    if (!answer) throw new SandboxExceeded('the process ended')
    if ('error' in answer) throw new Error(answer.error)
    // The module's type says what it returns.
    return answer.output as Output
  } catch (error) {
    if (stopped.signal.reason === 'late') throw new Refusal(503, null, busy)
    throw stopped.signal.aborted ? new SandboxExceeded('limits', { cause: error }) : error
  } finally {
    stopWatching()
    child.kill('SIGKILL')
  }
}
