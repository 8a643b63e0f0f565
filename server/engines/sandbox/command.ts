import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { moduleFolders, placeOf } from './modules.ts'

const pathTo = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The process may read the program and its packages. Sharp asks `ldd` which C library it is on. */
const readable = () => [
  ...[...moduleFolders, 'package.json', 'node_modules'].map(pathTo),
  realpathSync(pathTo('node_modules')),
  '/usr/bin/ldd',
]

/** Seconds of a processor, more than any file may take. */
const longestCpu = 30

/** The program that handles one file (`child.ts`), and its arguments. */
export function sandboxCommand(): string[] {
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
    fileURLToPath(placeOf(new URL('./child.ts', import.meta.url))),
  ]
  // The system itself ends a process that goes on after a portal that was killed: nobody watches that one any more.
  return process.platform === 'win32' ? node : ['/bin/sh', '-c', `ulimit -t ${longestCpu}; exec "$@"`, 'sh', ...node]
}
