import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { connect } from '#server/database/pool.ts'
import { makeOn } from '#server/testing/make.ts'
import { portalClient } from '#server/testing/portal-client.ts'
import { type PortalProcess, removeFolder, startProcess, temporaryFolder } from '#server/testing/portal-process.ts'
import { databaseOf } from '../bench/portal.ts'

export type Client = ReturnType<typeof portalClient>
export type Make = ReturnType<typeof makeOn>

/** Each client has an address of its own; what is sent to thousands of phones asks for no proof. */
const environment = { TRUST_PROXY: '127.0.0.1', SMS_PROOF_AFTER: '1000000', SMS_DAILY_LIMIT: '1000000' }

export interface Site {
  client: Client
  /** For whatever a fault needs; removed in the end. */
  folder: string
  /** The portal of this site; again after it was ended. */
  start(more?: Record<string, string>): Promise<PortalProcess>
  /** Another one on the same database. `more` goes into its environment. */
  replica(more?: Record<string, string>): Promise<PortalProcess>
}

/** A data folder of its own, and whoever ran on it ended in the end. */
export async function withSite<Result>(work: (site: Site) => Promise<Result>): Promise<Result> {
  const { buildIfStale } = await import('../scripts/build.ts')
  await buildIfStale()
  const folder = temporaryFolder('faults')
  const folders = [folder]
  const client = portalClient()
  const portals: PortalProcess[] = []
  const run = async (dataDir: string, more: Record<string, string> = {}) => {
    const portal = await startProcess({ dataDir, environment: { ...environment, ...more }, patience: 120_000 })
    portals.push(portal)
    return portal
  }
  try {
    return await work({
      client,
      folder,
      start: more => run(join(folder, 'data'), more),
      replica(more) {
        const [first] = portals
        if (!first) throw new Error('a replica of nothing')
        const own = temporaryFolder('faults-replica')
        folders.push(own)
        return run(own, { DATABASE_URL: databaseOf(first).url, ...more })
      },
    })
  } finally {
    client.close()
    for (const portal of portals.toReversed()) await portal.stop()
    for (const folder of folders) await removeFolder(folder)
  }
}

const log = { info: () => {}, warn: console.warn, error: console.error }

/** Looks into the database of a running portal, or puts into it what nobody could in an hour. */
export async function inside<Result>(
  portal: PortalProcess,
  work: (system: Database, make: Make) => Promise<Result>,
): Promise<Result> {
  const pools = connect({ url: databaseOf(portal).url, log, size: 4, statementTimeout: 120_000 })
  try {
    return await work(pools.system, makeOn(pools.system))
  } finally {
    await pools.end()
  }
}

/** Numbered sessions of as many verified companies. */
export async function makeBuyers(make: Make, count: number): Promise<{ companyId: string; sid: string }[]> {
  const buyers: { companyId: string; sid: string }[] = []
  for (let index = 0; index < count; index += 1) {
    const { id, owner } = await make.company()
    buyers.push({ companyId: id, sid: await make.session(owner.account) })
  }
  return buyers
}

export const randomly = (from: number, to: number) => from + Math.random() * (to - from)
