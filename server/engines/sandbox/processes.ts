import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isBuilt, placeOf } from './modules.ts'

const pathTo = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The process may read the program and its packages. Sharp asks `ldd` which C library it is on. */
const readable = () => [
  ...(isBuilt ? ['dist/portal/sandbox'] : ['server', 'contract']).map(pathTo),
  ...['package.json', 'node_modules'].map(pathTo),
  realpathSync(pathTo('node_modules')),
  '/usr/bin/ldd',
]

const entry = fileURLToPath(placeOf(new URL('./child.ts', import.meta.url)))

/** Starting a process takes time, so that the next one is made ready while one is at work. */
let spare: { child: ChildProcess; leave: NodeJS.Timeout } | undefined
/** Seconds of a processor, more than any file may take. */
const longestCpu = 30
/** Milliseconds. */
const sparedFor = 10_000

/** Returns a process that has seen no file yet. */
export function freshProcess(): ChildProcess {
  const ready = spare
  spare = undefined
  clearTimeout(ready?.leave)
  const child = ready?.child.connected ? ready.child : start()
  child.ref()
  child.channel?.ref()
  keepSpare()
  return child
}

function keepSpare(): void {
  const child = start()
  const leave = setTimeout(() => {
    child.kill('SIGKILL')
    spare = undefined
  }, sparedFor).unref()
  spare = { child, leave }
}

function start(): ChildProcess {
  const node = [
    process.execPath,
    '--no-warnings',
    '--max-old-space-size=256',
    '--permission',
    // Sharp is such an addon, and a large archive is unpacked by a thread. There is no permission to write, to start a
    // process or to use the network.
    '--allow-addons',
    '--allow-worker',
    ...readable().map(path => `--allow-fs-read=${path}`),
    entry,
  ]
  // The system itself ends a process that goes on after a portal that was killed: nobody watches that one any more.
  const limited =
    process.platform === 'win32' ? node : ['/bin/sh', '-c', `ulimit -t ${longestCpu}; exec "$@"`, 'sh', ...node]
  const [program = '', ...options] = limited
  const child = spawn(program, options, {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A process that cannot start ends, which whoever waits for its answer sees.
  child.on('error', () => {})
  // It does not keep alive a portal that ends; without its parent it ends as well.
  child.unref()
  child.channel?.unref()
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, constants.priority.PRIORITY_LOW)
    } catch {
      // It has ended already, or the system does not allow it.
    }
  return child
}
