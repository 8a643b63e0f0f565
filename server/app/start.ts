import { join } from 'node:path'
import type { Logger } from 'pino'
import { archiveKind } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import type { Services } from '#server/engines/services.ts'
import { requireStartable } from './checks/before-start.ts'
import { checksOf } from './checks/checks.ts'
import { listeningTrouble } from './checks/listening.ts'
import { createLog, openDatabase } from './open-database.ts'
import type { Portal } from './portal.ts'
import { loadWebBuild } from './web-build.ts'

/** Its code is loaded only where there is an archive. */
async function openArchive(config: Config, url: string, log: Logger) {
  const { createArchive } = await import('./recovery/create-archive.ts')
  return createArchive({ config, url, log })
}

interface StartOptions {
  /** Takes the pages from elsewhere than their build. */
  loadWeb?: typeof loadWebBuild | undefined
  restart?: Services['restart']
}

export type StartedPortal = Portal & { address: string }

/** Starts everything. The database starts while the rest of the portal is loaded: each takes a third of a second. */
export async function startPortal(
  config: Config,
  { loadWeb = loadWebBuild, restart }: StartOptions = {},
): Promise<StartedPortal> {
  const log = createLog(config)
  await requireStartable(checksOf(config), log)
  const [database, web, { listenPortal }] = await Promise.all([
    openDatabase(config, log),
    loadWeb(join(import.meta.dirname, '../..')),
    import('./portal.ts'),
  ])
  const archive = archiveKind(config) === 'off' ? undefined : await openArchive(config, database.url, log)
  try {
    const { url, companyUrl } = database
    const portal = await listenPortal(config, { url, companyUrl, log, archive, restart, web })
    archive?.begin(portal.services)
    return {
      ...portal,
      async stop() {
        await portal.stop()
        await archive?.stop()
        await database.stop()
      },
    }
  } catch (error) {
    await archive?.stop()
    await database.stop()
    throw listeningTrouble(error, config) ?? error
  }
}
