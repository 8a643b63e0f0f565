import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'
import { startEmbedded } from './database/embedded.ts'

export const createLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })

/** The database of this configuration: another server's, or the embedded one, started and later stopped with the portal. */
export async function openDatabase(config: Config, log: Logger): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} }
  return startEmbedded({ dataDir: config.dataDir, log })
}
