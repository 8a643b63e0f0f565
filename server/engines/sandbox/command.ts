import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { moduleFolders, placeOf } from './modules.ts'

const pathTo = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The process may read the program and its packages. Sharp asks `ldd` for the C library. */
const readable = () => [
  ...[...moduleFolders, 'package.json', 'node_modules'].map(pathTo),
  realpathSync(pathTo('node_modules')),
  '/usr/bin/ldd',
]

/** Processor seconds, more than any file may take. */
const longestCpu = 30

/** Returns the program that handles one file (`child.ts`), and its arguments. */
export function sandboxCommand(): string[] {
  const node = [
    process.execPath,
    '--no-warnings',
    '--max-old-space-size=256',
    '--permission',
    // Sharp is an addon, and large archives are unpacked in a thread. There is no permission to write, to start a process or to use
    // the network.
    '--allow-addons',
    '--allow-worker',
    ...readable().map(path => `--allow-fs-read=${path}`),
    fileURLToPath(placeOf(new URL('./child.ts', import.meta.url))),
  ]
  // The operating system ends a process that outlives a killed portal, since nothing else watches it any more.
  return process.platform === 'win32' ? node : ['/bin/sh', '-c', `ulimit -t ${longestCpu}; exec "$@"`, 'sh', ...node]
}
