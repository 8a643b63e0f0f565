import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** Milliseconds for which a spare process is kept. */
const sparedFor = 10_000

/**
 * Returns a function that provides a process which has not handled any file yet. Starting one takes time, so the next one is
 * prepared while one is at work.
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
  // A process that cannot start ends, which the code waiting for its answer detects.
  child.on('error', () => {})
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, constants.priority.PRIORITY_LOW)
    } catch {
      // It has already ended, or the system does not permit this.
    }
  return child
}
