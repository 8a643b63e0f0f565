import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fairQueue } from '#server/core/fair-queue.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sandboxCommand } from './command.ts'
import type { Order, Outcome, Report } from './keeper.ts'
import type { Limits } from './limits.ts'
import { placeOf } from './modules.ts'

/** A file took more than its limits, which legitimate ones do not. */
export class SandboxExceeded extends Error {}

const busy = '正在处理的文件较多，请稍后重试'
/** Two processes, so that one company's file does not hold up another's; they run at a lower priority than the portal. */
const inTurn = fairQueue({ width: 2, waitingEach: 40, waitingInAll: 80, busy })

/**
 * Returns a function that handles an untrusted file: it runs the module's default export in a separate process, which ends
 * afterwards, so that whatever the file does harms neither the portal nor the next file. The process can read only the program,
 * cannot write, and has no network, no environment and no secrets.
 *
 * The function takes the owner, by whom the files queue. Beyond a limit it returns `exceeded`, or without that rejects with
 * SandboxExceeded; it rejects with Refusal 503 if too many files are waiting or the machine is too busy, and with Error if the
 * module throws. Input and output are copied (structured clone).
 */
export function sandboxed<Input, Output>(module: URL, limits: Limits, exceeded?: Output) {
  const place = placeOf(module).href
  return async (owner: string, input: Input): Promise<Output> => {
    const outcome = await inTurn(owner, () => keeper().ask({ job: { module: place, input }, limits }))
    // The module's type determines what it returns.
    if ('output' in outcome) return outcome.output as Output
    if ('error' in outcome) throw new Error(outcome.error)
    if ('late' in outcome) throw new Refusal(503, null, busy)
    if (exceeded !== undefined) return exceeded
    throw new SandboxExceeded(outcome.exceeded)
  }
}

interface Keeper {
  ask(order: Omit<Order, 'id'>): Promise<Outcome>
}

let current: Keeper | undefined

function keeper(): Keeper {
  current ??= startKeeper(() => {
    current = undefined
  })
  return current
}

/** Milliseconds without a file after which the keeper is ended, to free its memory. */
const keptFor = 60_000

/** Starts the keeper of the sandbox processes (`keeper.ts`). It keeps nothing alive while it is idle. */
function startKeeper(onEnd: () => void): Keeper {
  const place = fileURLToPath(placeOf(new URL('./keeper.ts', import.meta.url)))
  const child = spawn(process.execPath, ['--no-warnings', place, ...sandboxCommand()], {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const waiting = new Map<number, PromiseWithResolvers<Outcome>>()
  let last = 0
  let leave: NodeJS.Timeout | undefined

  function end(): void {
    onEnd()
    clearTimeout(leave)
    for (const { reject } of waiting.values()) reject(new Error('the keeper of the sandbox ended'))
    waiting.clear()
    child.kill('SIGKILL')
  }

  function rest(): void {
    child.unref()
    child.channel?.unref()
    leave = setTimeout(end, keptFor).unref()
  }

  // A keeper that cannot start, or is killed, is replaced for the next file.
  child.on('error', end)
  child.on('disconnect', end)
  child.on('message', ({ id, outcome }: Report) => {
    waiting.get(id)?.resolve(outcome)
    waiting.delete(id)
    if (!waiting.size) rest()
  })
  return {
    ask(order) {
      const id = ++last
      const answer = Promise.withResolvers<Outcome>()
      waiting.set(id, answer)
      clearTimeout(leave)
      child.ref()
      child.channel?.ref()
      child.send({ id, ...order } satisfies Order, error => {
        if (error) end()
      })
      return answer.promise
    },
  }
}
