import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect } from '#server/database/pool.ts'
import { buildPortal, type Portal } from '#server/portal.ts'
import { removeFolder } from '#server/testing/portal-process.ts'
import type { Figure } from '../figures.ts'
import { processorOf } from './processor.ts'
import { sequentialScans } from './scans.ts'

/** Milliseconds for a statement that makes hundreds of thousands of rows. */
const fillingTimeout = 1_800_000

export interface Filled<Result> {
  filled: Result
  /** A portal on the database, with so many connections of each kind. */
  withPortal<Answer>(poolSize: number, work: (portal: Portal) => Promise<Answer>): Promise<Answer>
  /** See processor.ts. */
  processor(): () => number
}

/** A database of its own, filled, for as long as `work` takes. */
export async function withFilled<Result, Answer>(
  environment: Record<string, string>,
  fill: (system: Database) => Promise<Result>,
  work: (filled: Filled<Result>) => Promise<Answer>,
): Promise<Answer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-scale-'))
  // mkdtemp closes it to the database's own user.
  chmodSync(dataDir, 0o755)
  const log = pino({ level: 'error' })
  const server = await startEmbedded({ dataDir, log })
  const { url } = server
  try {
    await migrate({ url, log })
    const pools = connect({ url, log, size: 2, statementTimeout: fillingTimeout })
    const filled = await fill(pools.system).finally(() => pools.end())
    const config = readConfig({ ...environment, DATA_DIR: dataDir })
    return await work({
      filled,
      async withPortal(poolSize, use) {
        const portal = await buildPortal(config, { url, log, web: undefined, poolSize, clock: false })
        await portal.app.ready()
        return use(portal).finally(() => portal.stop())
      },
      processor: () => processorOf(server.pid() ?? 0),
    })
  } finally {
    await server.stop()
    await removeFolder(dataDir)
  }
}

export async function scanned(
  connections: [Database, ...Database[]],
  asked: { name: string; ask(): Promise<unknown> }[],
): Promise<Figure> {
  const found = await sequentialScans(connections, asked)
  return {
    name: 'calls that read a table of more than 10,000 rows from end to end',
    result: found.length,
    unit: '',
    atMost: 0,
    note: found.join('; '),
  }
}
