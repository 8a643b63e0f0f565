import { appendFile, cp, mkdir, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/app/demo/companies.ts'
import { fillDemonstration } from '#server/app/demo/demonstration.ts'
import { buildPortal } from '#server/app/portal.ts'
import { migrate } from '#server/database/migrate.ts'
import { baselineEnd, readSquashed } from '#server/database/squash.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { jobKind } from '#server/engines/jobs/jobs.ts'
import { migrateJobs } from '#server/engines/jobs/migrate-jobs.ts'
import { withoutAccessGuard } from '#server/testing/access-guard.ts'
import {
  emptyRestoreTarget,
  migratedTarget,
  newFolder,
  queryRows,
  readAllTables,
  restoreTargetAt,
} from '#server/testing/backups.ts'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { hashFile } from './digest.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { backupPublicKeys, signatureFile, signManifest } from './signature.ts'

const { url, system } = await testDatabase()
// A restored database has exactly the portal's own functions.
await queryRows(url, withoutAccessGuard)
const dataDir = await newFolder()
const source = await restoreTargetAt(url, dataDir)
let backup: { folder: string; manifest: Manifest }
const level = 'select name, sha256 from portal_migration order by name'

/** Comparing rows alone would miss triggers, functions, constraints, security and sequence positions. */
const schema = (of: string) =>
  queryRows<object>(
    of,
    `select tgrelid::regclass::text as name, tgname as part, tgenabled::text as state from pg_trigger where not tgisinternal
      union all select 'function', oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc
        where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
      union all select oid::regclass::text, 'security', relrowsecurity::text || relforcerowsecurity::text from pg_class
        where relkind = 'r' and relnamespace >= 2200
      union all select schemaname, sequencename, last_value::text from pg_sequences order by 1, 2, 3`,
  )

beforeAll(async () => {
  await fillDemonstration({ config: source.config, storage: source.storage, system, jobs })
  const make = makeOn(system)
  const { owner } = await make.company({ managers: 2, employees: 3 })
  await make.session(owner.account)
  await system.change`insert into replica (id, host, version) values (gen_random_uuid(), 'lost machine', '1')`
  // COPY's text format must preserve these values.
  await make.account({ displayName: 'tab\tnewline\nbackslash \\N \\. “引号”' })
  await jobs.enqueue(system, jobKind('fold_counters'), {})
  // The job is locked by a worker of a portal that no longer exists.
  await system.change`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'`
  backup = await source.backup(join(dataDir, 'backups'))
})
afterAll(() => rm(dataDir, { recursive: true }))

/** Restored once, by the first test that needs it; later tests may change it. */
let whole: Awaited<ReturnType<typeof emptyRestoreTarget>> | undefined
const drops: (() => Promise<void>)[] = []
afterAll(async () => void (await Promise.all(drops.map(drop => drop()))))
async function restored() {
  if (!whole) {
    const target = await emptyRestoreTarget(drop => drops.push(drop))
    await target.restore(backup.folder)
    whole = target
  }
  return whole
}

test('every row of every table is restored, with files, sequences, triggers, keys and row security', async () => {
  const place = await restored()
  const [was, is] = [await readAllTables(url), await readAllTables(place.url)]
  expect(backup.manifest.tables.map(({ name }) => name)).toEqual(Object.keys(was))
  expect(Object.values(was).flat().length).toBeGreaterThan(1500)
  const jobRows = 'graphile_worker._private_jobs'
  const [{ [jobRows]: jobsWere = [], ...others }, { [jobRows]: jobsAre = [], ...othersNow }] = [was, is]
  const logins = new Set(['public.session', 'public.operator_session', 'public.api_token'])
  // The replicas of the lost machine are not reported as missing, and payments since the backup are queried.
  expect([others['public.replica']?.length, othersNow['public.replica']?.length]).toEqual([1, 0])
  expect(await queryRows(place.url, 'select restored_to from restoration')).toEqual([
    { restored_to: backup.manifest.made_at },
  ])
  const settled = new Set(['public.replica', 'public.restoration'])
  for (const [name, rows] of Object.entries(others)) {
    if (settled.has(name)) continue
    if (!logins.has(name)) expect(othersNow[name], name).toEqual(rows)
    else expect(othersNow[name]?.length, name).toBe(rows.length)
  }
  expect(Object.keys(othersNow)).toEqual(Object.keys(others))
  // Logins ended after the backup must not become valid again, so all are ended.
  for (const [at, alive] of [
    [url, 1],
    [place.url, 0],
  ] as const)
    expect(await queryRows(at, 'select from session where ended_at is null'), at).toHaveLength(alive)
  // The locks are gone, so the worker starts the jobs immediately.
  expect(jobsWere.length).toBeGreaterThan(0)
  expect(jobsAre).toHaveLength(jobsWere.length)
  const free = await queryRows(place.url, 'select id from graphile_worker._private_jobs where is_available')
  expect(free).toHaveLength(jobsWere.length)

  expect(await schema(place.url)).toEqual(await schema(url))
  const files = async (folder: string) =>
    (await readdir(join(folder, 'files'), { recursive: true })).filter(name => !name.startsWith('.')).sort()
  expect(await files(place.config.dataDir)).toEqual(await files(dataDir))
  for (const { key } of await queryRows<{ key: string }>(url, 'select storage_key as key from stored_file'))
    expect(await readFile(join(place.config.dataDir, 'files', key)), key).toEqual(
      await readFile(join(dataDir, 'files', key)),
    )
})

test('the portal runs on the restored data: an account logs in and counters continue', async () => {
  const place = await restored()
  const log = pino({ level: 'silent' })
  const portal = await buildPortal(place.config, { url: place.url, log, web: undefined, poolSize: 2 })
  try {
    const response = await portal.app.inject({
      method: 'POST',
      url: '/api/v1/user/wLogin',
      payload: { is_agree: 1, username: '13800000001', password: demoPassword },
    })
    expect(response.json()).toMatchObject({ code: 200, data: { user_info: { is_company_manager: 1 } } })
    const counted = async () => {
      const [row] = await queryRows<{ sum: number }>(
        place.url,
        'select sum(employees)::integer as sum from employee_count',
      )
      return row?.sum ?? 0
    }
    const before = await counted()
    await makeOn(portal.services.system).company({ employees: 1 })
    expect(await counted()).toBe(before + 2)
  } finally {
    await portal.stop()
  }
})

test('a backup of an older schema is restored as it is and then migrated', async () => {
  const older = await emptyRestoreTarget()
  await migrate({ url: older.url, log: silentLog, upTo: '0027-content.sql' })
  await migrateJobs(older.url, silentLog)
  await queryRows(older.url, `insert into industry (name, sort) values ('旧版本的行业', 99)`)
  const { folder, manifest } = await older.backup(join(older.config.dataDir, 'backups'))
  expect(manifest.migrations.at(-1)?.name).toBe('0027-content.sql')

  const place = await emptyRestoreTarget()
  await place.restore(folder)
  expect(await queryRows(place.url, `select sort from industry where name = '旧版本的行业'`)).toEqual([{ sort: 99 }])
  expect(await queryRows(place.url, level)).toEqual(await queryRows(url, level))
})

test('a backup from before the squash comes back, though its columns are in another order', async () => {
  const older = await emptyRestoreTarget()
  await migrate({ url: older.url, log: silentLog, upTo: baselineEnd })
  await migrateJobs(older.url, silentLog)
  await queryRows(older.url, 'alter table spent_proof drop column challenge, add column challenge text primary key')
  await queryRows(older.url, `insert into spent_proof (challenge, expires_at) values ('proof', '2026-11-20')`)
  const squashed = await readSquashed()
  const names = squashed.map(({ name, sha256 }) => `('${name}', '${sha256}')`)
  await queryRows(older.url, 'drop table portal_function')
  await queryRows(older.url, 'alter table portal_migration drop column works_with')
  await queryRows(older.url, 'delete from portal_migration')
  await queryRows(older.url, `insert into portal_migration (name, sha256) values ${names}`)
  const { folder, manifest } = await older.backup(join(older.config.dataDir, 'backups'))
  expect(manifest.migrations).toEqual(squashed)

  const place = await emptyRestoreTarget()
  await place.restore(folder)
  expect(await queryRows(place.url, 'select challenge from spent_proof')).toEqual([{ challenge: 'proof' }])
  expect(await queryRows(place.url, level)).toEqual(await queryRows(url, level))
})

/** Makes a copy of the backup for a test to damage. */
let copies = 0
async function copied() {
  const folder = join(dataDir, `copy-${++copies}`)
  await cp(backup.folder, folder, { recursive: true })
  return folder
}
/** Changes the manifest as an attacker with the key would. */
async function rewrite(folder: string, change: (manifest: Manifest) => object) {
  const path = join(folder, 'manifest.json')
  await writeFile(path, JSON.stringify({ ...backup.manifest, ...change(backup.manifest) }))
  await writeFile(join(folder, 'manifest.sha256'), `${await hashFile(path)}  manifest.json\n`)
  await writeFile(join(folder, signatureFile), signManifest(source.config, await readFile(path)))
}
const table = 'tables/public.account.copy.zst'
const upload = async () => (await readFile(join(backup.folder, 'files.sha256'), 'utf8')).split(/\s+/)[1] ?? ''

const harms: [string, (folder: string) => Promise<unknown>, string][] = [
  ['a table that was cut', folder => truncate(join(folder, table), 100), `${table} 的 SHA-256`],
  ['a table with one bit turned', folder => turnBit(join(folder, table)), `${table} 的 SHA-256`],
  ['a table that is missing', folder => rm(join(folder, table)), `缺少 ${table}`],
  ['an uploaded file that was cut', async folder => truncate(join(folder, await upload()), 10), '的 SHA-256'],
  ['an uploaded file that is missing', async folder => rm(join(folder, await upload())), '缺少 files/'],
  ['a list of files that was cut', folder => truncate(join(folder, 'files.sha256'), 70), 'files.sha256 的 SHA-256'],
  ['a manifest that was edited', folder => appendFile(join(folder, 'manifest.json'), ' '), 'manifest.json 的 SHA-256'],
  ['a manifest without its sum', folder => rm(join(folder, 'manifest.sha256')), '不是一份完整的备份'],
  ['a backup of a later format', folder => rewrite(folder, () => ({ format: 3 })), '备份的格式为 3'],
  [
    'a path out of the folder',
    folder => rewrite(folder, ({ tables }) => ({ tables: [{ ...tables[0], file: '../../x' }] })),
    '清单内容不正确',
  ],
  [
    'a migration that this program does not know',
    folder =>
      rewrite(folder, ({ migrations }) => ({
        migrations: [...migrations, { name: '9999-later.sql', sha256: 'a'.repeat(64) }],
      })),
    '不能用这个版本的程序恢复',
  ],
]

// The checks run before a database exists, so none is passed to them.
test.each(harms)('%s is refused', async (_what, harm, message) => {
  const folder = await copied()
  await harm(folder)
  await expect(source.check(folder)).rejects.toThrow(message)
})

async function turnBit(path: string, at?: number) {
  const file = await open(path, 'r+')
  const position = at ?? Math.min(60, (await file.stat()).size - 1)
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, position)
  await file.close()
}

test('a single flipped bit in any file of a backup is detected', async () => {
  // Every check reads the whole backup, so this one has only a few tables.
  const small = await migratedTarget()
  const content = Buffer.from('a picture')
  await small.storage.put('licence/a.png', Readable.from(content), { contentType: 'image/png', size: content.length })
  await queryRows(
    small.url,
    `insert into stored_file (storage_key, file_name, purpose, content_type, size, sha256)
      values ('licence/a.png', 'a.png', 'licence', 'image/png', ${content.length}, encode(sha256('a picture'), 'hex'))`,
  )
  const { folder, manifest } = await small.backup(join(small.config.dataDir, 'backups'))
  const tables = manifest.tables.slice(0, 12)
  for (const { file } of manifest.tables.slice(12)) await rm(join(folder, file))
  await rewrite(folder, () => ({ ...manifest, tables }))
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(each => each.isFile())
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['a.png', 'files.sha256', signatureFile]))
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    const whole = await readFile(path)
    if (!whole.length) continue
    await turnBit(path, Math.floor(whole.length / 2))
    await expect(source.check(folder), name).rejects.toThrow(/备份/)
    await writeFile(path, whole)
  }
  await source.check(folder)
})

test('a rewritten manifest with matching checksums is refused for its signature', async () => {
  const folder = await copied()
  const signature = await readFile(join(folder, signatureFile))
  await rewrite(folder, ({ made_at: _, ...rest }) => ({ ...rest, made_at: '2020-01-01T00:00:00.000Z' }))
  await writeFile(join(folder, signatureFile), signature)
  await expect(source.check(folder)).rejects.toThrow('备份的签名不对')
  // The flag does not help either: an existing signature must be valid.
  await expect(source.check(folder, { unsigned: true })).rejects.toThrow('备份的签名不对')
})

test('a backup without a signature is accepted only with an explicit option', async () => {
  const folder = await copied()
  await rm(join(folder, signatureFile))
  await expect(source.check(folder)).rejects.toThrow('备份没有签名')
  await source.check(folder, { unsigned: true })
})

test('another SECRET_KEY is refused unless it is declared lost, when the public key verifies', async () => {
  const other = await restoreTargetAt(url, dataDir, { SECRET_KEY: 'another key of enough characters' })
  await expect(other.check(backup.folder)).rejects.toThrow('SECRET_KEY 与制作备份时的不同')
  await expect(other.check(backup.folder, { otherKey: true })).rejects.toThrow('--signed-by')
  const [ours = ''] = backupPublicKeys(source.config).values()
  const [theirs = ''] = backupPublicKeys(other.config).values()
  await other.check(backup.folder, { otherKey: true, signedBy: ours })
  await other.check(backup.folder, { otherKey: true, unsigned: true })
  await expect(other.check(backup.folder, { otherKey: true, signedBy: theirs })).rejects.toThrow('备份的签名不对')
  await expect(source.check(backup.folder, { signedBy: theirs })).rejects.toThrow('备份的签名不对')
  await expect(source.check(backup.folder, { signedBy: 'AAAA' })).rejects.toThrow('--signed-by 须为')
})

test('a replaced key still verifies the backups of its time', async () => {
  const { secretKey } = source.config
  const environment = { SECRET_KEY: 'another key of enough characters', SECRET_KEYS_OLD: secretKey }
  await (await restoreTargetAt(url, dataDir, environment)).check(backup.folder)
})

test('a database or data directory that is not empty is left unchanged', async () => {
  const taken = await restoreTargetAt(url, join(dataDir, 'another'))
  const before = await readAllTables(url)
  await expect(taken.restore(backup.folder)).rejects.toThrow('数据库不是空的')
  expect(await readAllTables(url)).toEqual(before)

  const place = await emptyRestoreTarget()
  await mkdir(join(place.config.dataDir, 'files/licence'), { recursive: true })
  await expect(place.restore(backup.folder)).rejects.toThrow('里已有文件')
  expect(await readAllTables(place.url)).toEqual({})
})

test('an interrupted restore keeps the portal from starting on the database, and can be repeated', async () => {
  const place = await emptyRestoreTarget()
  const { folder, manifest } = backup
  const last = manifest.tables.at(-1)
  const wrong = { ...manifest, tables: manifest.tables.map(each => (each === last ? { ...each, rows: 7777 } : each)) }
  await expect(
    restoreBackup({ ...place, identities: undefined, folder, manifest: wrong, log: silentLog }),
  ).rejects.toThrow('应有 7777 行')
  expect(await queryRows(place.url, 'select count(*)::integer as accounts from account')).toEqual([{ accounts: 0 }])
  await expect(migrate({ url: place.url, log: silentLog })).rejects.toThrow('上一次从备份恢复没有完成')
  await expect(place.backup(join(dataDir, 'never'))).rejects.toThrow('恢复没有完成')

  await place.restore(folder)
  await migrate({ url: place.url, log: silentLog })
  expect((await readAllTables(place.url))['public.account']).toEqual((await readAllTables(url))['public.account'])
})

test('a restore that stops after its rows are in is finished by repeating it, and its moment is not forgotten', async () => {
  const older = await emptyRestoreTarget()
  await migrate({ url: older.url, log: silentLog, upTo: '0027-content.sql' })
  await migrateJobs(older.url, silentLog)
  const { folder, manifest } = await older.backup(join(older.config.dataDir, 'backups'))

  const place = await emptyRestoreTarget()
  const info = (message: string) => {
    if (message.includes('0028-')) throw new Error('killed')
  }
  await expect(
    restoreBackup({ ...place, identities: undefined, folder, manifest, log: { ...silentLog, info } }),
  ).rejects.toThrow('killed')
  await expect(migrate({ url: place.url, log: silentLog })).rejects.toThrow('上一次从备份恢复没有完成')
  await expect(place.restore(backup.folder)).rejects.toThrow('已载入另一份备份')
  await place.restore(folder)
  await migrate({ url: place.url, log: silentLog })
  expect(await queryRows(place.url, 'select restored_to from restoration')).toEqual([{ restored_to: manifest.made_at }])
})
