import { setTimeout as sleep } from 'node:timers/promises'
import { removeFolder, startProcess, temporaryFolder } from '#server/testing/portal-process.ts'
import { type Figure, median } from './figures.ts'
import { residentMemory } from './portal.ts'

/** Times `npm start` on an empty folder, then again on the same one. The pages are built before, because a build is no start. */
export async function start({ rounds }: { rounds: number }): Promise<Figure[]> {
  const { buildIfStale } = await import('../scripts/build.ts')
  await buildIfStale()
  const dataDir = temporaryFolder('bench-start')
  try {
    const first = await startProcess({ dataDir })
    await first.stop()
    const restarts: number[] = []
    const byNpm: number[] = []
    let memory = Number.NaN
    for (let round = 0; round < rounds; round += 1) {
      const portal = await startProcess({ dataDir })
      restarts.push(portal.startedIn)
      if (round === rounds - 1) {
        // Wait until the portal is at rest and the garbage of its start is collected.
        await sleep(10_000)
        memory = residentMemory(portal.pid)
      }
      await portal.stop()
      const npmStart = await startProcess({ dataDir, byNpm: true })
      byNpm.push(npmStart.startedIn)
      await npmStart.stop()
    }
    return [
      {
        name: 'first start, database and demonstration data made: to the first answer',
        result: first.startedIn / 1000,
        unit: 's',
        atMost: 15,
      },
      {
        name: 'second start: to the first answer',
        result: median(restarts) / 1000,
        unit: 's',
        atMost: 1,
        note: `node scripts/start.mjs, median of ${rounds}: ${restarts.map(ms => ms.toFixed(0)).join(', ')} ms`,
      },
      {
        name: 'the same by `npm start`',
        result: median(byNpm) / 1000,
        unit: 's',
        note: 'npm itself takes the difference',
      },
      { name: 'at rest: resident memory of the portal', result: memory, unit: 'MB', atMost: 150 },
    ]
  } finally {
    await removeFolder(dataDir)
  }
}
