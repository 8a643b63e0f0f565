import { join } from 'node:path'
import type { Config } from '#server/core/config.ts'
import { refuseTrouble } from './checks/before-start.ts'
import { checksOf } from './checks/checks.ts'
import { listeningTrouble } from './checks/listening.ts'
import { createLog, openDatabase } from './open-database.ts'
import type { Portal } from './portal.ts'
import { loadWebBuild } from './web-build.ts'

/** Starts everything. The database starts while the rest of the portal is loaded: each takes a third of a second. */
export async function startPortal(config: Config): Promise<Portal & { address: string }> {
  const log = createLog(config)
  await refuseTrouble(checksOf(config), log)
  const [database, web, { listenPortal }] = await Promise.all([
    openDatabase(config, log),
    loadWebBuild(join(import.meta.dirname, '../..')),
    import('./portal.ts'),
  ])
  try {
    const portal = await listenPortal(config, { url: database.url, companyUrl: database.companyUrl, log, web })
    return {
      ...portal,
      async stop() {
        await portal.stop()
        await database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw listeningTrouble(error, config) ?? error
  }
}
