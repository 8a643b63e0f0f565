import pino from 'pino'
import { readConfig } from '#server/config.ts'
import { buildPortal, type Portal } from '#server/portal.ts'
import { removeFolder, temporaryFolder } from '#server/testing/portal-process.ts'
import type { WebBuild } from '#server/web-build.ts'

/** What the portal has written down about a request: its answer tells nothing of the inside. */
export type Written = (requestId: string) => string | undefined

const kept = 100

/** A portal on this database, in this process, for as long as `work` takes. */
export async function withFuzzedPortal<Result>(
  { url, web }: { url: string; web: WebBuild },
  work: (portal: Portal, written: Written) => Promise<Result>,
): Promise<Result> {
  const dataDir = temporaryFolder('fuzz')
  const lines = new Map<string, string>()
  const log = pino(
    { level: 'error' },
    {
      write(line) {
        const { reqId, err, msg } = JSON.parse(line) as { reqId?: string; err?: { stack?: string }; msg?: string }
        if (reqId) lines.set(reqId, err?.stack ?? msg ?? line)
        const [oldest] = lines.size > kept ? lines.keys() : []
        if (oldest) lines.delete(oldest)
      },
    },
  )
  const config = readConfig({
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'https://www.example.com',
  })
  try {
    const portal = await buildPortal(config, { url, log, web, poolSize: 4 })
    await portal.app.ready()
    // The demonstration shapes what it answers; production sends what the handler gave, and that is what is judged here.
    Object.assign(config, { mode: 'production' })
    try {
      return await work(portal, requestId => lines.get(requestId))
    } finally {
      await portal.stop()
    }
  } finally {
    await removeFolder(dataDir)
  }
}
