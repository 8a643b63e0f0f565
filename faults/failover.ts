import { setTimeout as sleep } from 'node:timers/promises'
import { portalClient } from '#server/testing/portal-client.ts'
import type { Figure } from '../bench/figures.ts'
import { startCluster } from './cluster/cluster.ts'
import { waitFor } from './cluster/postgres.ts'
import { expectNone } from './interruptions.ts'
import { startLoad, summaryOf } from './load.ts'
import { randomBetween } from './site.ts'

/** The primary is killed under load, and its synchronous standby promoted, again and again; the portal is left alone. */
export async function failover(times: number): Promise<Figure[]> {
  const client = portalClient()
  const log: string[] = []
  const cluster = await startCluster({ log: text => log.push(text) })
  try {
    const load = await startLoad(client, cluster)
    const pids = cluster.replicas.map(({ pid }) => pid)
    const gaps: number[] = []
    for (let round = 0; round < times; round += 1) {
      await cluster.pair.redundant()
      await sleep(randomBetween(500, 2_000))
      const old = cluster.pair.primary()
      const killedAt = Date.now()
      await old.kill()
      // Only a change that was sent after the kill shows that writing is possible again.
      const first = () => load.journal.find(({ at, change, failure }) => change && !failure && at > killedAt)
      await waitFor('a change', async () => first() !== undefined)
      const entry = first()
      gaps.push(entry ? entry.at + entry.milliseconds - killedAt : Number.POSITIVE_INFINITY)
      await waitFor('the promotion', async () => cluster.pair.primary() !== old)
    }
    await cluster.pair.redundant()
    await load.end()
    const faults = await load.findFaults()
    const ended = cluster.replicas.filter(({ pid }, index) => pid !== pids[index] || !isRunning(pid))
    const sorted = gaps.toSorted((one, other) => one - other)
    return [
      expectNone(
        'kill -9 of the primary under load: acknowledged changes lost or doubled',
        [...faults, ...log.filter(text => text.includes('失败'))],
        `${times} times; ${summaryOf(load.journal)}`,
      ),
      {
        name: 'until a change succeeds again, at the longest',
        result: Math.max(...gaps) / 1000,
        unit: 's',
        atMost: 10,
        note: `half of them within ${((sorted[sorted.length >> 1] ?? 0) / 1000).toFixed(1)} s`,
      },
      expectNone(
        'answers that were a 500 instead of a 503',
        load.journal.flatMap(({ failure }) => (failure && /(?:^|: )500\b/.test(failure) ? [failure] : [])),
        'while no host took writes',
      ),
      { name: 'portals that ended', result: ended.length, unit: '', atMost: 0 },
    ]
  } finally {
    client.close()
    await cluster.end()
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
