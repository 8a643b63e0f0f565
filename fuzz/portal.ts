import pino from 'pino'
import { buildPortal, type Portal } from '#server/app/portal.ts'
import type { WebBuild } from '#server/app/web.ts'
import { readConfig } from '#server/core/config.ts'
import { removeFolder, temporaryFolder } from '#server/testing/portal-process.ts'

/** Finds the portal's log entry for a request, since the answer reveals nothing internal. */
export type LogLookup = (requestId: string) => string | undefined

const lineLimit = 100

/** Runs a portal on this database, in this process, for as long as `work` takes. */
export async function withFuzzedPortal<Result>(
  { url, web }: { url: string; web: WebBuild },
  work: (portal: Portal, findLog: LogLookup) => Promise<Result>,
): Promise<Result> {
  const dataDir = temporaryFolder('fuzz')
  const lines = new Map<string, string>()
  const log = pino(
    { level: 'error' },
    {
      write(line) {
        const { reqId, err, msg } = JSON.parse(line) as { reqId?: string; err?: { stack?: string }; msg?: string }
        if (reqId) lines.set(reqId, err?.stack ?? msg ?? line)
        const [oldest] = lines.size > lineLimit ? lines.keys() : []
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
    const portal = await buildPortal(config, { url, log, web, poolSize: 4, strict: true })
    await portal.app.ready()
    // The demonstration parses answers by their schemas; production sends the handler's result unchanged, which is judged here.
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
