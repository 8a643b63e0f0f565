import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { fillDemonstration } from '#server/app/demo/demonstration.ts'
import { readConfig } from '#server/core/config.ts'
import { withClient } from '#server/database/client.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { emptyRestoreTarget, newFolder, queryRows, restoreTargetAt } from '#server/testing/backups.ts'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { backupCommand } from './commands.ts'
import { prune } from './kept-backups.ts'
import { recordRun } from './record.ts'
import { restoreAbsent } from './restore-files.ts'

const { url, system } = await testDatabase()
const dataDir = await newFolder()
const source = await restoreTargetAt(url, dataDir)
const make = makeOn(system)
beforeAll(() => fillDemonstration({ config: source.config, storage: source.storage, system, jobs }))
afterAll(() => rm(dataDir, { recursive: true }))

let folders = 0
const newPlace = () => join(dataDir, `backups-${++folders}`)
const at = (time: string) => new Date(`2026-11-20T${time}+08:00`)
const anyStored = async () => {
  const row = await system.row(
    z.object({ key: z.string() }),
  )`select storage_key as key from stored_file order by storage_key limit 1`
  return row?.key ?? ''
}

test('a concurrent transfer between two tables is backed up completely or not at all, without blocking', async () => {
  // These tables are among the first and the last to be copied.
  const { id: from } = await make.accessWay()
  const { id: to } = await make.region()
  const sums = (in_: string) =>
    queryRows<{ one: number; other: number }>(
      in_,
      `select (select sort from access_way where id = '${from}') as one, (select sort from region where id = '${to}') as other`,
    )
  let over = false
  let transfers = 0
  const transferring = (async () => {
    for (; !over; transfers++)
      await system.transaction(async transaction => {
        await transaction.change`update access_way set sort = sort - 1 where id = ${from}`
        await transaction.change`update region set sort = sort + 1 where id = ${to}`
      })
  })()
  const before = transfers
  const { folder } = await source.backup(newPlace())
  const during = transfers - before
  over = true
  await transferring
  expect(during, 'transfers while the backup was made').toBeGreaterThan(20)

  const place = await emptyRestoreTarget()
  await place.restore(folder)
  const [kept] = await sums(place.url)
  expect(kept).toBeDefined()
  expect((kept?.one ?? 0) + (kept?.other ?? 0)).toBe(0)
})

test('folders and files are readable by their owner only, named by China’s time, with sha256sum checksums', async () => {
  const to = newPlace()
  const { folder } = await source.backup(to, at('03:04:05'))
  expect(folder).toBe(join(to, 'haiyilian-20261120-030405'))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(entries.length).toBeGreaterThan(90)
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect((mode & 0o777).toString(8), entry.name).toBe(entry.isDirectory() ? '700' : '600')
  }
  expect(await readFile(join(folder, 'manifest.sha256'), 'utf8')).toMatch(/^[0-9a-f]{64} {2}manifest\.json\n$/)
  expect(await readFile(join(folder, 'files.sha256'), 'utf8')).toMatch(/^([0-9a-f]{64} {2}files\/[\w./-]+\n)+$/)
  await expect(source.backup(to, at('03:04:05'))).rejects.toThrow('已经存在')
})

test('the newest backups are kept, and the remains of a killed one are deleted after a day', async () => {
  const to = newPlace()
  for (const time of ['01:00:00', '02:00:00', '03:00:00']) await source.backup(to, at(time))
  const [old, current, foreign] = ['haiyilian-20261118-010000.partial', 'haiyilian-20261120-010001.partial', 'notes']
  for (const name of [old, current, foreign]) await mkdir(join(to, name))
  expect(await prune(to, { keep: 2, now: at('04:00:00') })).toEqual({
    removed: ['haiyilian-20261120-010000', old],
    kept: [],
  })
  expect((await readdir(to)).sort()).toEqual(
    [current, 'haiyilian-20261120-020000', 'haiyilian-20261120-030000', foreign].sort(),
  )
})

test('a file unchanged since the previous backup is shared with it unless its copy is damaged', async () => {
  const to = newPlace()
  const key = await anyStored()
  const first = await source.backup(to, at('01:00:00'))
  const second = await source.backup(to, at('02:00:00'))
  const inode = async (folder: string) => (await stat(join(folder, 'files', key))).ino
  expect(await inode(second.folder)).toBe(await inode(first.folder))
  await writeFile(join(second.folder, 'files', key), 'damaged')
  const third = await source.backup(to, at('03:00:00'))
  expect(await inode(third.folder)).not.toBe(await inode(second.folder))
  expect(third.manifest.files?.missing).toEqual([])
  await source.check(third.folder)
})

test('a file that is missing or differs from its row is reported; the others are backed up', async () => {
  const key = await anyStored()
  const kept = await readFile(join(dataDir, 'files', key))
  const row = { contentType: 'image/png', size: 1 }
  await source.storage.put(key, Buffer.from('x'), row)
  const { id } = await make.storedFile()
  try {
    const { folder, manifest, absent } = await source.backup(newPlace())
    expect(manifest.files?.missing).toHaveLength(2)
    expect(manifest.files?.missing).toContain(key)
    expect(absent).toEqual(manifest.files?.missing.toSorted())
    await source.check(folder)
  } finally {
    await source.storage.put(key, kept, { ...row, size: kept.length })
    await system.change`delete from stored_file where id = ${id}`
  }
})

test.each(['gone', 'cut off'])(
  'a file of the former backup that is %s is told, and written back from the next one',
  async how => {
    const to = newPlace()
    const key = await anyStored()
    const path = join(dataDir, 'files', key)
    const content = await readFile(path)
    expect((await source.backup(to, at('01:00:00'))).absent).toEqual([])
    if (how === 'gone') await rm(path)
    else await writeFile(path, content.subarray(0, 5))
    const { folder, manifest, absent } = await source.backup(to, at('02:00:00'))
    expect(manifest.files?.missing).toEqual([])
    expect(absent).toEqual([key])
    const { id } = await make.storedFile()
    try {
      const found = await withClient(url, client =>
        restoreAbsent(client, { folder, manifest, identities: undefined }, source.storage),
      )
      expect(found).toMatchObject({ restored: 1, missing: [expect.stringMatching(/^test\//)] })
      expect(found.present).toBe((manifest.files?.count ?? 0) - 1)
      expect(await readFile(path)).toEqual(content)
    } finally {
      await system.change`delete from stored_file where id = ${id}`
    }
  },
)

test('the command that lacks files fails and is recorded with their number', async () => {
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url })
  const failures = `select failure from backup_run where kind = 'backup' order by made_at`
  const command = (to: string, keep?: string) => runAs('cli:test@host', () => backupCommand(config, [], { to, keep }))
  await command(newPlace())
  const { id } = await make.storedFile()
  try {
    await command(newPlace())
    expect(process.exitCode).toBe(1)
  } finally {
    process.exitCode = undefined
    await system.change`delete from stored_file where id = ${id}`
  }
  const first = expect.stringMatching(/^存储里有 1 个文件缺失或与记录不符：test\//)
  expect(await queryRows(url, failures)).toEqual([{ failure: null }, { failure: first }])
  await system.change`delete from backup_run`
  const audited = `select actor, after->>'failure' as failure from audit_entry where action = 'backup.completed' order by id`
  expect(await queryRows(url, audited)).toEqual([
    { actor: 'cli:test@host', failure: null },
    { actor: 'cli:test@host', failure: first },
  ])
})

test('an older backup that has a file which the newest lacks is not deleted until the file is back', async () => {
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url })
  const to = newPlace()
  const path = join(dataDir, 'files', await anyStored())
  const content = await readFile(path)
  const kept = async () => (await readdir(to)).length
  const command = (time: string) => {
    // A backup is named by its second.
    vi.setSystemTime(at(time))
    return runAs('cli:test@host', () => backupCommand(config, [], { to, keep: '1' }))
  }
  const holder = await source.backup(to, at('01:00:00'))
  // The copy of the backup between is damaged, as the storage's is lost.
  const between = await source.backup(to, at('02:00:00'))
  await rm(join(between.folder, 'files', await anyStored()))
  await rm(path)
  await command('03:00:00')
  await command('04:00:00')
  expect(await kept()).toBe(2)
  await source.check(holder.folder)
  await writeFile(path, content)
  process.exitCode = undefined
  await command('05:00:00')
  expect([await kept(), process.exitCode]).toEqual([1, undefined])
  const removed = `select after->>'note' as note from audit_entry where action = 'backup.removed' order by id`
  expect((await queryRows<{ note: string }>(url, removed)).at(-1)?.note).toContain('haiyilian-20261120-010000')
  await system.change`delete from backup_run`
})

test('a failed backup leaves nothing, and the next one succeeds', async () => {
  const to = newPlace()
  const get = source.storage.get
  source.storage.get = () => Promise.reject(new Error('the disk is broken'))
  await expect(source.backup(to)).rejects.toThrow('the disk is broken')
  source.storage.get = () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }))
  await expect(source.backup(to)).rejects.toThrow('空间不足')
  source.storage.get = get
  expect(await readdir(to)).toEqual([])
  await source.backup(to)
})

test('a database role that cannot see everything is refused', async () => {
  const poor = new URL(url)
  poor.searchParams.set('options', '-c role=portal_company')
  const place = await restoreTargetAt(poor.href, dataDir)
  await expect(place.backup(newPlace())).rejects.toThrow()
  await system.change`grant select on all tables in schema public, graphile_worker to portal_company`
  await system.change`grant usage on schema graphile_worker to portal_company`
  await expect(place.backup(newPlace())).rejects.toThrow('看不到 graphile_worker._private_job_queues 的全部内容')
})

test('an empty database is refused as there is nothing to back up', async () => {
  const place = await emptyRestoreTarget()
  await expect(place.backup(newPlace())).rejects.toThrow('没有可以备份的内容')
})

test('a completed backup and a rehearsal are recorded for the page of health', async () => {
  const database = { url, log: silentLog }
  await runAs('cli:test@host', async () => {
    await recordRun(database, { kind: 'backup', note: '/var/backups/one' })
    await recordRun(database, { kind: 'rehearsal', note: '季度演练', elsewhere: true })
  })
  expect(await queryRows(url, 'select kind, note from backup_run order by made_at, kind')).toEqual([
    { kind: 'backup', note: '/var/backups/one' },
    { kind: 'rehearsal', note: '季度演练' },
  ])
  const audited = `select actor, action, target, after->>'note' as note from audit_entry where action like 'backup.recorded'`
  expect(await queryRows(url, audited)).toEqual([
    { actor: 'cli:test@host', action: 'backup.recorded', target: 'backup:rehearsal', note: '季度演练' },
  ])
})

test('a backup that can be put nowhere says so in a sentence, and nothing is made', async () => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  for (const to of [file, join(file, 'backups')])
    await expect(source.backup(to)).rejects.toThrow(`${file} 不是文件夹，没有备份：请用 --to 指定本用户可写的文件夹`)
  await expect(source.backup('/proc/sys/backups')).rejects.toThrow(
    /^\/proc\/sys (本用户不能写入|所在的文件系统只读)，没有备份/,
  )
  // Node's own `mkdir` with `recursive` never returns from this one if the user is root.
  await expect(source.backup('/proc/some/backups')).rejects.toThrow(/没有备份：请用 --to/)
})
