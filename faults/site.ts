import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { connect } from '#server/database/pool.ts'
import { makeOn } from '#server/testing/make.ts'
import { portalClient } from '#server/testing/portal-client.ts'
import { type PortalProcess, removeFolder, startProcess, temporaryFolder } from '#server/testing/portal-process.ts'
import { findDatabase } from '../bench/portal.ts'

export type Client = ReturnType<typeof portalClient>
export type Make = ReturnType<typeof makeOn>

/** Every client may have its own address, and codes to thousands of phones require no proof of work. */
const environment = { TRUST_PROXY: '127.0.0.1', SMS_PROOF_AFTER: '1000000', SMS_DAILY_LIMIT: '1000000' }

export interface Site {
  client: Client
  /** A scratch folder, removed at the end. */
  folder: string
  /** Starts the portal of this site, or restarts it after it has ended. */
  start(more?: Record<string, string>): Promise<PortalProcess>
  /** Starts a portal on another data folder. */
  run(dataDir: string, more?: Record<string, string>): Promise<PortalProcess>
  /** Starts another portal on the same database. `more` is added to its environment. */
  replica(more?: Record<string, string>): Promise<PortalProcess>
}

/** Passes a new data folder to `work` and stops every portal on it at the end. */
export async function withSite<Result>(work: (site: Site) => Promise<Result>): Promise<Result> {
  const { buildIfStale } = await import('../scripts/build.ts')
  await buildIfStale()
  const folder = temporaryFolder('faults')
  const folders = [folder]
  const client = portalClient()
  const portals: PortalProcess[] = []
  const run = async (dataDir: string, more: Record<string, string> = {}) => {
    const portal = await startProcess({ dataDir, environment: { ...environment, ...more }, timeout: 120_000 })
    portals.push(portal)
    return portal
  }
  try {
    return await work({
      client,
      folder,
      run,
      start: more => run(join(folder, 'data'), more),
      replica(more) {
        const [first] = portals
        if (!first) throw new Error('a replica of nothing')
        const own = temporaryFolder('faults-replica')
        folders.push(own)
        return run(own, { DATABASE_URL: findDatabase(first).url, ...more })
      },
    })
  } finally {
    client.close()
    for (const portal of portals.toReversed()) await portal.stop()
    for (const folder of folders) await removeFolder(folder)
  }
}

const log = { info: () => {}, warn: console.warn, error: console.error }

/** A portal with the database that it started, or the address of another database. */
export type DatabasePlace = PortalProcess | { databaseUrl: string }

/** Reads a running portal's database directly, or writes rows that would take an hour through the portal. */
export async function withDatabase<Result>(
  place: DatabasePlace,
  work: (system: Database, make: Make) => Promise<Result>,
): Promise<Result> {
  const url = 'databaseUrl' in place ? place.databaseUrl : findDatabase(place).url
  const pools = connect({ url, log, size: 4, statementTimeout: 120_000 })
  try {
    return await work(pools.system, makeOn(pools.system))
  } finally {
    await pools.end()
  }
}

/** Creates verified companies with a session each. */
export async function makeBuyers(make: Make, count: number): Promise<{ companyId: string; sid: string }[]> {
  const buyers: { companyId: string; sid: string }[] = []
  for (let index = 0; index < count; index += 1) {
    const { id, owner } = await make.company()
    buyers.push({ companyId: id, sid: await make.session(owner.account) })
  }
  return buyers
}

export const randomBetween = (from: number, to: number) => from + Math.random() * (to - from)
