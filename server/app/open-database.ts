import pino, { type Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import { startEmbedded } from '#server/database/embedded.ts'

export const createLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })

/** Opens the configured database: an external server's, or the embedded one, which starts and stops with the portal. */
export async function openDatabase(config: Config, log: Logger): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} }
  return startEmbedded({ dataDir: config.dataDir, log })
}
