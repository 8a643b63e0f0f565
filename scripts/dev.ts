import { spawn } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// `npm run dev`: the server restarts when server/ or contract/ change; pages reload by themselves (server/app/web-dev.ts).
const root = join(import.meta.dirname, '..')
process.chdir(root)

if (process.env.PORTAL_DEV === '1') {
  enableCompileCache(join(root, 'node_modules/.cache/node'))
  const [{ main }, { startWebDev }] = await Promise.all([
    import('#server/app/main.ts'),
    import('#server/app/web-dev.ts'),
  ])
  await main(startWebDev)
} else {
  // Watching every imported file instead of these folders would loop on files that Vite writes.
  const watch = ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output']
  const child = spawn(process.execPath, [...watch, import.meta.filename], {
    stdio: 'inherit',
    env: { ...process.env, PORTAL_DEV: '1' },
  })
  // Ctrl-C reaches the child too, which drains and stops the database before it ends.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', code => process.exit(code ?? 1))
}
