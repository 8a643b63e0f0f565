import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { portalClient } from '#server/testing/portal-client.ts'
import type { Figure } from '../bench/figures.ts'
import { startCluster } from './cluster/cluster.ts'
import { expectNone } from './interruptions.ts'
import { startLoad, summaryOf } from './load.ts'

const here = join(import.meta.dirname, '..')

/** Makes a copy of the program with one migration more, as the next version of it would have. */
function makeNextVersion(folder: string): string {
  const root = join(folder, 'next')
  mkdirSync(root)
  const parts = [
    'contract',
    'dist',
    'scripts',
    'server',
    'web',
    ...readdirSync(here).filter(name => /\.(json|ts)$/.test(name)),
  ]
  // Times are kept, so that its web build counts as fresh.
  execFileSync('cp', ['-a', ...parts.map(part => join(here, part)), root])
  symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'))
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

/** Replicas are restarted, upgraded, taken back and frozen one after the other, while people use the portal through nginx. */
export async function rollout(rounds: number, frozenFor = 30_000): Promise<Figure[]> {
  const client = portalClient()
  const cluster = await startCluster()
  try {
    const load = await startLoad(client, cluster)
    const figures: Figure[] = []
    let from = 0
    const step = async (name: string, work: () => Promise<void>, atMost = 0) => {
      await sleep(1_000)
      await work()
      await sleep(1_000)
      const entries = load.journal.slice(from)
      from = load.journal.length
      const result = entries.filter(({ failure }) => failure !== undefined).length
      figures.push({ name, result, unit: '', atMost, note: summaryOf(entries) })
    }
    const all = async (root?: string) => {
      for (const index of cluster.replicas.keys()) await cluster.restart(index, root)
    }
    await step(`restarted one after the other, ${rounds} times: failed requests`, async () => {
      for (let round = 0; round < rounds; round += 1) await all()
    })
    const next = makeNextVersion(cluster.folder)
    await step('upgraded to the next version: failed requests', () => all(next))
    await step('taken back to this version: failed requests', () => all())
    await step(
      `a replica frozen for ${frozenFor / 1000} s: failed requests`,
      async () => {
        const frozen = cluster.replicas[1]
        frozen?.kill('SIGSTOP')
        await sleep(frozenFor)
        frozen?.kill('SIGCONT')
        await sleep(3_000)
      },
      5,
    )
    await load.end()
    figures.push(expectNone('orders and changes lost or doubled', await load.findFaults(), summaryOf(load.journal)))
    return figures
  } finally {
    client.close()
    await cluster.end()
  }
}
