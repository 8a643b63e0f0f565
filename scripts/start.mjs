// `npm start` runs this file. It is plain JavaScript, so that any Node gets as far as the message below, and because the first
// TypeScript file that is not in the compile cache costs 45 ms for loading the type stripper.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

if (!existsSync(join(root, 'node_modules/fastify'))) {
  console.error('还没有安装依赖：请先执行 npm ci')
  process.exit(1)
}
if (Number.parseInt(process.versions.node, 10) < 26) {
  // npm puts the pinned Node first on the path; starting this file by hand may use another.
  const own = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(own) && process.execve) process.execve(own, [own, ...process.argv.slice(1)], process.env)
  console.error(
    `需要 Node 26，当前是 ${process.version}。请用 npm start 启动；若仍有此提示，请重新执行 npm ci（不要带 --omit=optional）`,
  )
  process.exit(1)
}

// By default glibc keeps a heap for each thread and returns little: at rest the portal had 30 MB more. It reads these before the
// program begins, so the process replaces itself once; its later children must not inherit them. Twice the default space for new
// objects copies fewer of them, which saves a fifteenth of an order's processor time; having it from the beginning saves the
// start a tenth of a second, and at rest 4 MB, which would otherwise be taken for old. Most functions run a few times, during the
// start: without V8's first compiler (Sparkplug) their code does not fill another 4 MB, and those that matter are optimized as before.
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
const engine = ['--min-semi-space-size=32', '--max-semi-space-size=32', '--no-sparkplug']
if (process.platform === 'linux' && process.env.PORTAL_ALLOCATOR === undefined && process.execve)
  process.execve(process.execPath, [process.execPath, ...engine, ...process.execArgv, ...process.argv.slice(1)], {
    ...allocator,
    ...process.env,
    PORTAL_ALLOCATOR: '1',
  })
for (const name of ['PORTAL_ALLOCATOR', ...Object.keys(allocator)]) delete process.env[name]

// The cache halves the start. Node runs without it when the folder can't be written.
nodeModule.enableCompileCache(join(root, 'node_modules/.cache/node'))

const { isFresh } = await import('./build-stamp.ts')
if (!isFresh('pages') || !isFresh('portal')) {
  // The build runs in a separate process, because the bundler never releases its memory.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
const { main } = await import('../dist/portal/main.js')
await main()
// What was read of the cache, 4 MB, stays in memory until it is written: now, when the start is over and all of its functions are known.
setTimeout(() => nodeModule.flushCompileCache(), 5000).unref()
