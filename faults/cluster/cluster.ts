import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/database/embedded-postmaster.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { type PortalProcess, removeFolder, startProcess } from '#server/testing/portal-process.ts'
import { startNginx } from './nginx.ts'
import { addressOf, makePlaces, waitFor } from './postgres.ts'
import { keepPair, type Pair } from './promoter.ts'

/** Every client may have its own address, and codes to thousands of phones require no proof of work. */
const environment = { TRUST_PROXY: '127.0.0.1', SMS_PROOF_AFTER: '1000000', SMS_DAILY_LIMIT: '1000000' }

export interface Cluster {
  /** nginx, in front of all replicas. */
  url: string
  folder: string
  replicas: PortalProcess[]
  pair: Pair
  /** DATABASE_URL of the replicas, with both hosts. */
  databaseUrl: string
  /** Stops a replica as an operator does and restarts it, from another folder of the program if `root` is given. */
  restart(index: number, root?: string): Promise<void>
  end(): Promise<void>
}

interface ClusterOptions {
  replicas?: number
  log?: (text: string) => void
}

/** Starts nginx, replicas, a primary and a synchronous standby on the loopback, in a temporary folder. */
export async function startCluster({ replicas: count = 3, log = () => {} }: ClusterOptions = {}): Promise<Cluster> {
  const { buildIfStale } = await import('../../scripts/build.ts')
  await buildIfStale()
  const folder = mkdtempSync(join(memoryFolder(), 'haiyilian-cluster-'))
  // mkdtemp makes the folder inaccessible to the users of the database and of nginx.
  chmodSync(folder, 0o755)
  const endings: (() => Promise<unknown>)[] = [() => removeFolder(folder)]
  const end = async () => {
    for (const each of endings.splice(0).toReversed()) await each().catch(error => log(String(error)))
  }
  try {
    const password = randomBytes(12).toString('hex')
    const places = await makePlaces(folder, password)
    places[0].start()
    endings.push(() => Promise.all(places.map(place => place.stop())))
    await waitFor('the primary', () => places[0].as(async () => true))
    await places[0].as(async client => {
      await client.query(`create role portal login createrole password '${password}'`)
      await client.query('create database portal owner portal')
    })
    const pair = await keepPair(places, log)
    endings.push(() => pair.end())
    const hosts = places.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const databaseUrl = addressOf(0, 'portal', password, 'portal?target_session_attrs=read-write').replace(
      '127.0.0.1:0',
      hosts,
    )

    const replicas: PortalProcess[] = []
    const run = (index: number, port: number, root?: string) =>
      startProcess({
        dataDir: join(folder, `replica-${index + 1}`),
        environment: { ...environment, DATABASE_URL: databaseUrl },
        port,
        timeout: 120_000,
        ...(root && { root }),
      })
    endings.push(() => Promise.all(replicas.map(replica => replica.stop())))
    for (let index = 0; index < count; index += 1) replicas.push(await run(index, await freePort()))
    const nginx = await startNginx(folder, replicas.map(portOf))
    endings.push(() => nginx.end())
    await waitFor('nginx', async () => (await fetch(`${nginx.url}/readyz`)).ok)
    return {
      url: nginx.url,
      folder,
      replicas,
      pair,
      databaseUrl,
      async restart(index, root) {
        const old = replicas[index]
        if (!old) throw new Error(`there is no replica ${index}`)
        await old.stop()
        const fresh = await run(index, portOf(old), root)
        replicas[index] = fresh
        await waitFor('the replica is ready', async () => (await fetch(`${fresh.url}/readyz`)).ok)
      },
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

export const portOf = ({ url }: PortalProcess) => Number(new URL(url).port)
