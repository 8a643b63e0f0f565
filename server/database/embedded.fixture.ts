import { startEmbedded } from './embedded.ts'

/** A stand-in portal for the launcher's tests. It starts a folder's database, reports it, and waits to be killed or stopped. */
const [dataDir = '', tie = 'tied'] = process.argv.slice(2)
const log = { info: console.error, warn: console.error, error: console.error }
try {
  const server = await startEmbedded({ dataDir, log, dieWithPortal: tie === 'tied' })
  console.log(JSON.stringify({ url: server.url, pid: server.pid(), adopted: server.adopted }))
  process.once('SIGTERM', async () => {
    await server.stop()
    process.exit(0)
  })
  setInterval(() => {}, 1000)
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
  process.exit(1)
}
