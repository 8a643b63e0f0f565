import { setTimeout as sleep } from 'node:timers/promises'
import { removeFolder, startProcess, temporaryFolder } from '#server/testing/portal-process.ts'
import { type Figure, median } from './figures.ts'
import { residentMemory } from './portal.ts'

/** `npm start` on an empty folder, then again on what that left. The pages are built before: a build is not a start. */
export async function start({ rounds }: { rounds: number }): Promise<Figure[]> {
  const { buildIfStale } = await import('../scripts/build.ts')
  await buildIfStale()
  const dataDir = temporaryFolder('bench-start')
  try {
    const first = await startProcess({ dataDir })
    await first.stop()
    const again: number[] = []
    const byNpm: number[] = []
    let memory = Number.NaN
    for (let round = 0; round < rounds; round += 1) {
      const portal = await startProcess({ dataDir })
      again.push(portal.startedIn)
      if (round === rounds - 1) {
        // At rest: nobody asks for anything, the start's garbage has had its time.
        await sleep(10_000)
        memory = residentMemory(portal.pid)
      }
      await portal.stop()
      const whole = await startProcess({ dataDir, byNpm: true })
      byNpm.push(whole.startedIn)
      await whole.stop()
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
        result: median(again) / 1000,
        unit: 's',
        atMost: 1,
        note: `node scripts/start.mjs, median of ${rounds}: ${again.map(ms => ms.toFixed(0)).join(', ')} ms`,
      },
      {
        name: 'the same by `npm start`',
        result: median(byNpm) / 1000,
        unit: 's',
        note: 'npm itself takes the difference',
      },
      { name: 'at rest: resident memory of the portal', result: memory, unit: 'MB', atMost: 200 },
    ]
  } finally {
    await removeFolder(dataDir)
  }
}
