import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { buildPortal, type Portal } from '#server/app/portal.ts'
import { type Config, readConfig } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect } from '#server/database/pool.ts'
import { removeFolder } from '#server/testing/portal-process.ts'
import type { Figure } from '../figures.ts'
import { timed } from './bulk.ts'
import { processorClock } from './processor.ts'
import { sequentialScans } from './scans.ts'

/** Milliseconds for a statement that inserts millions of rows. */
const fillingTimeout = 10_800_000

const log = pino({ level: 'error' })

export interface FilledDatabase<Result> {
  filled: Result
  /** Runs a portal on the database, with `poolSize` connections of each kind. */
  withPortal<Answer>(poolSize: number, work: (portal: Portal) => Promise<Answer>): Promise<Answer>
  /** See processor.ts. */
  processor(): () => number
}

interface Filling<Result> {
  environment: Record<string, string>
  fill(system: Database, config: Config): Promise<void>
  /** Finds the queries' subjects, in data filled now or before. */
  find(system: Database): Promise<Result>
  /** Keeps the filled database there for the next run, which migrates it as in an upgrade. */
  keepIn?: string | undefined
}

/** Starts and fills a separate database for as long as `work` takes. */
export async function withFilledDatabase<Result, Answer>(
  { environment, fill, find, keepIn }: Filling<Result>,
  work: (filled: FilledDatabase<Result>) => Promise<Answer>,
): Promise<Answer> {
  if (keepIn) mkdirSync(keepIn, { recursive: true })
  const dataDir = keepIn ?? mkdtempSync(join(tmpdir(), 'bench-scale-'))
  // mkdtemp makes the folder inaccessible to the database's own user.
  chmodSync(dataDir, 0o755)
  const config = readConfig({ ...environment, DATA_DIR: dataDir })
  const done = join(dataDir, 'filled')
  try {
    if (!existsSync(done)) {
      await withDatabase({ dataDir, settings: filling, unsafe: true }, async ({ url }) => {
        await migrate({ url, log })
        await withSystem(url, system => fill(system, config))
      })
      writeFileSync(done, '')
    }
    return await withDatabase({ dataDir }, async ({ url, pid }) => {
      if (keepIn) await timed('migrations', () => migrate({ url, log }))
      return work({
        filled: await withSystem(url, find),
        async withPortal(poolSize, use) {
          const portal = await buildPortal(config, { url, log, web: undefined, poolSize, clock: false })
          await portal.app.ready()
          return use(portal).finally(() => portal.stop())
        },
        processor: () => processorClock(pid() ?? 0),
      })
    })
  } finally {
    if (!keepIn) await removeFolder(dataDir)
  }
}

/** Data lost during the filling is filled again, so nothing waits for the disk. */
const filling = { maintenance_work_mem: '512MB', max_wal_size: '8GB', autovacuum: 'off' }

async function withDatabase<Answer>(
  options: Omit<Parameters<typeof startEmbedded>[0], 'log'>,
  work: (server: Awaited<ReturnType<typeof startEmbedded>>) => Promise<Answer>,
): Promise<Answer> {
  const server = await startEmbedded({ ...options, log })
  return work(server).finally(() => server.stop())
}

async function withSystem<Answer>(url: string, work: (system: Database) => Promise<Answer>): Promise<Answer> {
  const pools = connect({ url, log, size: 2, statementTimeout: fillingTimeout })
  return work(pools.system).finally(() => pools.end())
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
