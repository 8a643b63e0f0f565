import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { keyIds } from '#server/core/keyring.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { openArchiveTarget } from './archive-target.ts'
import { putManifest } from './base-manifest.ts'
import { chooseBase } from './choose-base.ts'
import { baseFolder, pieceKey, segmentSize } from './log-position.ts'
import { pruneArchive } from './prune.ts'
import { newName, putBegin, putThrough } from './runs.ts'

const root = await mkdtemp(join(memoryFolder(), 'haiyilian-prune-'))
afterAll(() => rm(root, { recursive: true }))

const day = 86_400_000
const now = Date.now()

async function openArchive(name: string, environment: { SECRET_KEY?: string } = {}) {
  const config = readConfig({ DATA_DIR: root, ARCHIVE: 'disk', ARCHIVE_DIR: join(root, name), ...environment })
  const target = await openArchiveTarget(config)
  return {
    config,
    target,
    keys: () => target.list('runs/'),
    prune: (current: string, at = now) => pruneArchive(target, config, current, at),
    /** Adds a run from `began` to `reached`, in days ago, with a piece of its log and a base backup for each of `bases`. */
    async addRun(began: number, reached: number, bases: number[]) {
      const run = newName(now - began * day)
      await putBegin(target, run, { at: now - began * day, timeline: 1, previous: null })
      await addLog(run, reached)
      await putThrough(target, run, { position: '0/1000064', asOf: now - reached * day })
      for (const age of bases) await addBase(run, age)
      return run
    },
    addBase,
    addLog,
  }

  async function addLog(run: string, reached: number, start = segmentSize) {
    await target.put(pieceKey(run, { start, end: start + 100n, asOf: now - reached * day }), Buffer.from('log'))
  }

  async function addBase(run: string, age: number, took = 0) {
    const ended_at = now - age * day
    const base = newName(ended_at - took * day)
    const key = `${baseFolder(run, base)}part-000000`
    const { bytes } = await target.put(key, Buffer.from('base'))
    const sha256 = '0'.repeat(64)
    await putManifest(target, config, {
      run,
      base,
      app_version: '1',
      postgres: '18',
      timeline: 1,
      start: '0/1000010',
      stop: '0/1000020',
      started_at: ended_at - took * day,
      ended_at,
      migrations: [{ name: '0001', sha256 }],
      parts: [{ key, bytes, sha256 }],
    })
  }
}

test('base backups older than seven days are removed, except the one needed for the earliest moment that can be restored', async () => {
  const { addRun, keys, prune } = await openArchive('aged')
  const run = await addRun(12, 0, [11, 9, 5])
  await prune(run)
  const manifests = (await keys()).filter(key => key.endsWith('manifest.sig'))
  expect(manifests.map(key => key.split('/')[3]?.slice(0, 8))).toEqual(
    [9, 5].map(age => newName(now - age * day).slice(0, 8)),
  )
})

test('an old run is removed only when a newer one has a base backup: until then nothing else can be restored', async () => {
  const { addBase, addRun, keys, prune } = await openArchive('returned')
  const old = await addRun(20, 8, [10])
  // The archive was away for eight days and full on its return, so it is pruned before there is a base backup.
  const current = await addRun(0, 0, [])
  const before = await keys()
  await prune(current)
  expect(await keys()).toEqual(before)
  await addBase(current, 0)
  await prune(current)
  expect((await keys()).filter(key => key.includes(old) && !/begin|through|\/wal\//.test(key))).toEqual([])
})

test('a removal that is cut off leaves no signature without its backup', async () => {
  const { addRun, keys, prune, target } = await openArchive('cut off')
  const run = await addRun(12, 0, [11, 9])
  const remove = target.plain.remove
  let removed = 0
  target.remove = async key => {
    if (removed === 1) throw new Error('killed')
    removed += 1
    await remove(key)
  }
  await expect(prune(run)).rejects.toThrow('killed')
  target.remove = remove
  await prune(run)
  expect((await keys()).filter(key => key.endsWith('.sig'))).toHaveLength(1)
})

test('files sealed with an unknown key are removed by the age in their name, and files that the present keys can read are restored', async () => {
  const old = await openArchive('rotated', { SECRET_KEY: 'a'.repeat(64) })
  await old.addRun(30, 9, [29])
  const run = await old.addRun(20, 0, [9, 8, 6])
  await old.addLog(run, 8.5, 0n)
  const { addBase, config, keys, prune, target } = await openArchive('rotated', { SECRET_KEY: 'b'.repeat(64) })
  const bases = async () => {
    const present = await keys()
    expect(present.filter(key => !key.includes(run))).toEqual([])
    return present.flatMap(key => /base\/(\d{8}).*\.sig$/.exec(key)?.[1] ?? [])
  }
  const made = (...ages: number[]) => ages.map(age => newName(now - age * day).slice(0, 8))
  const asks = `主密钥 ${keyIds(old.config)[0]} 签名`

  await prune(run)
  expect(await bases()).toEqual(made(8, 6))
  expect((await keys()).filter(key => key.includes('/wal/'))).toHaveLength(1)
  await expect(chooseBase(target, config, 'latest')).rejects.toThrow(asks)
  await addBase(run, 0)
  expect((await chooseBase(target, config, 'latest')).base.ended_at).toBe(now)
  await expect(chooseBase(target, config, now - 5 * day)).rejects.toThrow(asks)
  await prune(run, now + 8 * day)
  expect(await bases()).toEqual(made(0))
})

test('the end of the archive is not the end of a run before the present one, which has no base backup yet', async () => {
  const { addRun, addBase, config, target } = await openArchive('restored')
  const before = await addRun(9, 3, [8, 4])
  const present = await addRun(2, 0, [])
  await expect(chooseBase(target, config, 'latest')).rejects.toThrow(
    /^归档最后的一段从 .* 开始，还没有基础备份.*不晚于 .* 的时刻$/,
  )
  expect((await chooseBase(target, config, now - 3.5 * day)).base.run).toBe(before)
  await addBase(present, 1)
  expect((await chooseBase(target, config, 'latest')).base.run).toBe(present)
})

test('a moment during a base backup of an unknown key is restored from the one before it', async () => {
  const old = await openArchive('during', { SECRET_KEY: 'a'.repeat(64) })
  const run = await old.addRun(9, 0, [])
  await old.addBase(run, 2, 1)
  const { addBase, config, target } = await openArchive('during', { SECRET_KEY: 'b'.repeat(64) })
  await addBase(run, 4)
  expect((await chooseBase(target, config, now - 2.5 * day)).base.ended_at).toBe(now - 4 * day)
  await expect(chooseBase(target, config, now - 1.5 * day)).rejects.toThrow(`主密钥 ${keyIds(old.config)[0]} 签名`)
})
