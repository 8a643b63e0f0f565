import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { buildPortal, type Portal } from '#server/app/portal.ts'
import { readConfig } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect } from '#server/database/pool.ts'
import { removeFolder } from '#server/testing/portal-process.ts'
import type { Figure } from '../figures.ts'
import { processorClock } from './processor.ts'
import { sequentialScans } from './scans.ts'

/** Milliseconds for a statement that inserts hundreds of thousands of rows. */
const fillingTimeout = 1_800_000

export interface FilledDatabase<Result> {
  filled: Result
  /** Runs a portal on the database, with `poolSize` connections of each kind. */
  withPortal<Answer>(poolSize: number, work: (portal: Portal) => Promise<Answer>): Promise<Answer>
  /** See processor.ts. */
  processor(): () => number
}

/** Starts and fills a database of its own for as long as `work` takes. */
export async function withFilledDatabase<Result, Answer>(
  environment: Record<string, string>,
  fill: (system: Database) => Promise<Result>,
  work: (filled: FilledDatabase<Result>) => Promise<Answer>,
): Promise<Answer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-scale-'))
  // mkdtemp makes the folder inaccessible to the database's own user.
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
      processor: () => processorClock(server.pid() ?? 0),
    })
  } finally {
    await server.stop()
    await removeFolder(dataDir)
  }
}

export async function countFullScans(
  connections: [Database, ...Database[]],
  queries: { name: string; ask(): Promise<unknown> }[],
): Promise<Figure> {
  const scans = await sequentialScans(connections, queries)
  return {
    name: 'calls that read a table of more than 10,000 rows from end to end',
    result: scans.length,
    unit: '',
    atMost: 0,
    note: scans.join('; '),
  }
}
