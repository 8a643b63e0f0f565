import pino, { type Logger } from 'pino'
import { buildPortal } from '#server/app/portal.ts'
import type { WebBuild } from '#server/app/web.ts'
import type { Config } from '#server/core/config.ts'

/**
 * Builds one process of the portal on a test's database. Scheduled jobs are off: each full minute they would process rows that a
 * test has just prepared.
 */
export const testReplica = (
  config: Config,
  { url, web, log = pino({ level: 'silent' }), answerWithin = 60_000, poolSize = 4 }: Choices,
) => buildPortal(config, { url, log, web, poolSize, clock: false, strict: true, answerWithin })

interface Choices {
  url: string
  web?: WebBuild
  log?: Logger
  /** Tests share their machine with others, so a call may take long. */
  answerWithin?: number
  /** Connections per pool; production has eight. */
  poolSize?: number
}
