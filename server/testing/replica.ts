import pino from 'pino'
import type { Config } from '../config.ts'
import { buildPortal } from '../portal.ts'
import type { WebBuild } from '../web-build.ts'

/**
 * One process of the portal on a test's database. What the clock starts every minute is left out: it would take hold of
 * the rows that a test has just prepared, whenever a minute ends in between.
 */
export const testReplica = (config: Config, { url, web }: { url: string; web?: WebBuild }) =>
  buildPortal(config, { url, log: pino({ level: 'silent' }), web, poolSize: 4, clock: false })
