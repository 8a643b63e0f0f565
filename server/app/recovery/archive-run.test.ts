import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ArchiveRun, archiveLog } from './archive-run.ts'
import { segmentFile, segmentSize } from './log-position.ts'

// Guard: `confirm` after `put`. Without it what was written into the folder that an unmounted disk leaves counted as archived, and
// the log was released.
test('log that was written while the archive went away is written again', async () => {
  const cluster = await mkdtemp(join(tmpdir(), 'haiyilian-log-'))
  onTestFinished(() => rm(cluster, { recursive: true }))
  await mkdir(join(cluster, 'pg_wal'))
  await writeFile(join(cluster, 'pg_wal', segmentFile(1, segmentSize)), Buffer.alloc(Number(segmentSize), 7))
  const written: string[] = []
  const target = {
    put: async (key: string, sealed: Buffer) => {
      written.push(key)
      return { bytes: sealed.length, sealed }
    },
    get: async () => undefined,
    remove: async () => {},
    list: async () => [],
  }
  const run: ArchiveRun = { name: '20261127210000-aaaaaa', timeline: 1, position: segmentSize, pieces: [] }
  let away = true
  const source = {
    // The segment does not end here, so nothing is released.
    client: {} as never,
    // Nothing is signed here, so the plain storage is left out.
    target: target as never,
    cluster,
    stopping: new AbortController().signal,
    confirm: async () => {
      if (away) throw new Error('not mounted')
    },
  }
  // The other fields are read by the caller only.
  const state = { flushed: segmentSize + 100n, at: 1 } as never
  await expect(archiveLog(source, run, state)).rejects.toThrow('not mounted')
  expect(run).toMatchObject({ position: segmentSize, pieces: [] })
  away = false
  expect(await archiveLog(source, run, state)).toBe(true)
  expect(run).toMatchObject({ position: segmentSize + 100n, pieces: [{ key: written[0] }] })
  expect(written).toEqual([written[0], written[0]])
})
