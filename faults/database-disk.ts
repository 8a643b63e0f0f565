import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectNone } from './interruptions.ts'
import { withSite } from './site.ts'

const name = 'a full disk under the database: a replica that says it is ready'

/** Fills the disk of the database. Needs the right to mount, which a container's root may lack. */
export const databaseDiskFull = () =>
  withSite(async ({ start, folder }) => {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=777', 'tmpfs', dataDir], { stdio: 'pipe' })
    } catch {
      return [expectNone(name, [`not measured: may not mount in ${folder}`], '')]
    }
    const portal = await start()
    try {
      const ready = async () => {
        const answer = await fetch(`${portal.url}/readyz`)
        return `${answer.status} ${((await answer.json()) as { status: string }).status}`
      }
      const faults: string[] = []
      const expectReady = async (what: string, expected: string) => {
        // One probe serves all requests of a second.
        await sleep(1_500)
        const found = await ready()
        if (found !== expected) faults.push(`${what}: ${found}`)
      }
      await expectReady('before', '200 ready')
      const filler = join(dataDir, 'filler')
      const zeros = Readable.from(Array(600).fill(Buffer.alloc(1 << 20)))
      await pipeline(zeros, createWriteStream(filler)).catch(() => {})
      for (let second = 0; second < 5; second += 1) await expectReady('full', '503 disk is full')
      rmSync(filler)
      await expectReady('with space again', '200 ready')
      return [expectNone(name, faults, '503 while it was full')]
    } finally {
      await portal.stop()
      execFileSync('umount', [dataDir])
    }
  })
