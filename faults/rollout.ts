import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { portalClient } from '#server/testing/portal-client.ts'
import type { Figure } from '../bench/figures.ts'
import { type Cluster, startCluster } from './cluster/cluster.ts'
import { expectNone } from './interruptions.ts'
import { startLoad, summaryOf } from './load.ts'

const repository = join(import.meta.dirname, '..')

/** Makes a copy of the program with one more migration, as its next version would have. */
function makeNextVersion(folder: string): string {
  const root = join(folder, 'next')
  mkdirSync(root)
  const parts = [
    'contract',
    'dist',
    'scripts',
    'server',
    'web',
    ...readdirSync(repository).filter(name => /\.(json|ts)$/.test(name)),
  ]
  // Times are kept, so that its web build counts as fresh.
  execFileSync('cp', ['-a', ...parts.map(part => join(repository, part)), root])
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  const migrations = join(root, 'server/database/migrations')
  const last = readdirSync(migrations).sort().at(-1)?.slice(0, 4) ?? ''
  writeFileSync(
    join(migrations, `${String(Number(last) + 1).padStart(4, '0')}-next.sql`),
    `-- works with ${last}
alter table shop_order add column next_note text not null default '';
create table next_thing (id uuid primary key default uuidv7(), name text not null);
`,
  )
  return root
}

interface Stage {
  cluster: Cluster
  /** Reports how many requests failed from the last step to the end of this one. */
  step(name: string, work: () => Promise<void>, atMost?: number): Promise<void>
}

async function underLoad(work: (stage: Stage) => Promise<void>): Promise<Figure[]> {
  const client = portalClient()
  const cluster = await startCluster()
  try {
    const load = await startLoad(client, cluster)
    const figures: Figure[] = []
    let from = 0
    await work({
      cluster,
      async step(name, work, atMost = 0) {
        await sleep(1_000)
        await work()
        await sleep(1_000)
        const entries = load.journal.slice(from)
        from = load.journal.length
        const result = entries.filter(({ failure }) => failure !== undefined).length
        figures.push({ name: `${name}: failed requests`, result, unit: '', atMost, note: summaryOf(entries) })
      },
    })
    await load.end()
    figures.push(expectNone('orders and changes lost or doubled', await load.findFaults(), summaryOf(load.journal)))
    return figures
  } finally {
    client.close()
    await cluster.end()
  }
}

/** Replicas are restarted, upgraded and rolled back one after the other, while people use the portal through nginx. */
export const rollout = (rounds: number) =>
  underLoad(async ({ cluster, step }) => {
    const all = async (root?: string) => {
      for (const index of cluster.replicas.keys()) await cluster.restart(index, root)
    }
    await step(`restarted one after the other, ${rounds} times`, async () => {
      for (let round = 0; round < rounds; round += 1) await all()
    })
    const next = makeNextVersion(cluster.folder)
    await step('upgraded to the next version', () => all(next))
    await step('taken back to this version', () => all())
  })

/**
 * A replica freezes in the middle of its work, and continues after half a minute. Until PostgreSQL ends its transaction, requests
 * for the same rows are refused with 503 and repeated.
 */
export const frozen = (times: number, seconds = 30) =>
  underLoad(async ({ cluster, step }) => {
    for (let time = 0; time < times; time += 1)
      await step(
        `a replica frozen for ${seconds} s`,
        async () => {
          const replica = cluster.replicas[time % cluster.replicas.length]
          replica?.kill('SIGSTOP')
          await sleep(seconds * 1_000)
          replica?.kill('SIGCONT')
          await sleep(3_000)
        },
        10,
      )
  })
