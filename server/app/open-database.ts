import pino, { type DestinationStream, type Logger } from 'pino'
import { keptForArchive } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import { loggedError } from '#server/core/logged-error.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { companyAddress } from '#server/database/embedded-cluster.ts'

/** Creates the log, which goes to stdout unless a test supplies a stream. */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>, stream?: DestinationStream): Logger =>
  pino(
    {
      ...{ level: logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
      serializers: { err: error => (error instanceof Error ? loggedError(error) : error) },
    },
    stream,
  )

interface OpenedDatabase {
  url: string
  /** The address by which the companies' pool logs in as its own user. */
  companyUrl: string | undefined
  stop(): Promise<void>
}

/** Opens the configured database: an external server's, or the embedded one, which starts and stops with the portal. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  const { databaseUrl: url, databaseCompanyUrl: companyUrl } = config
  if (url) return { url, companyUrl, stop: async () => {} }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, archiveBacklog: keptForArchive(config) })
  return { ...embedded, companyUrl: companyAddress(embedded.url) }
}
