import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** Milliseconds. */
const sparedFor = 10_000

/**
 * Returns a function that gives a process which has seen no file yet. Starting one takes time, so that the next is made
 * ready while one is at work.
 */
export function processesOf(command: readonly string[]): () => ChildProcess {
  let spare: { child: ChildProcess; leave: NodeJS.Timeout } | undefined

  function keepSpare(): void {
    const child = start(command)
    const leave = setTimeout(() => {
      child.kill('SIGKILL')
      spare = undefined
    }, sparedFor).unref()
    spare = { child, leave }
  }

  return () => {
    const ready = spare
    spare = undefined
    clearTimeout(ready?.leave)
    const child = ready?.child.connected ? ready.child : start(command)
    keepSpare()
    return child
  }
}

function start([program = '', ...options]: readonly string[]): ChildProcess {
  const child = spawn(program, options, {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A process that cannot start ends, which whoever waits for its answer sees.
  child.on('error', () => {})
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, constants.priority.PRIORITY_LOW)
    } catch {
      // It has ended already, or the system does not allow it.
    }
  return child
}
