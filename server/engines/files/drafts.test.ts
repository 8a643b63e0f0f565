import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newDraft, prepareDrafts } from './drafts.ts'

test('a start removes drafts that were not written to for an hour, and leaves those in progress', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'drafts-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await prepareDrafts({ dataDir })
  const [old, young] = [newDraft({ dataDir }), newDraft({ dataDir })]
  for (const path of [old, young]) await writeFile(path, 'half', { flag: 'wx' })
  const then = Date.now() / 1000 - 3_601
  await utimes(old, then, then)
  await prepareDrafts({ dataDir })
  expect((await readdir(join(dataDir, 'drafts'))).map(name => join(dataDir, 'drafts', name))).toEqual([young])
})
