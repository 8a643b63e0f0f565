import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { type Embedded, startEmbedded } from '#server/database/embedded.ts'
import { superuserAddress } from '#server/database/embedded-cluster.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect } from '#server/database/pool.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { migrateJobs } from '#server/engines/jobs/migrate-jobs.ts'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import { queryRows } from '#server/testing/backups.ts'
import { silentLog } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { chinaTime } from './china-time.ts'
import { restoreToCommand } from './commands.ts'
import { createArchive } from './create-archive.ts'
import { restoreTo } from './restore-to.ts'
import { switchRestored } from './switch-restored.ts'

// The time is long because databases are made and started, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
// Whole databases are copied, sealed and removed here.
const root = await mkdtemp(join(memoryFolder(), 'haiyilian-archive-'))
const archiveDir = join(root, 'archive')
const config = readConfig({ DATA_DIR: join(root, 'data'), ARCHIVE: 'disk', ARCHIVE_DIR: archiveDir })
const log = pino({ level: 'silent' })
const never = new AbortController().signal

async function run(work: (url: string, archive: ReturnType<typeof createArchive>) => Promise<void>): Promise<void> {
  const server: Embedded = await startEmbedded({ dataDir: config.dataDir, log: silentLog, archiveBacklog: 64 })
  await migrate({ url: server.url, log: silentLog, mode: 'demo' })
  await migrateJobs(server.url, log)
  const pools = connect({ url: server.url, log: silentLog, size: 1 })
  const archive = createArchive({ config, url: server.url, log })
  try {
    archive.begin({ jobs, system: pools.system })
    await expect.poll(() => archive.status().through, { timeout: 30_000 }).toBeTruthy()
    await work(server.url, archive)
  } finally {
    await archive.stop()
    await pools.end()
    await server.stop()
  }
}

const note = (url: string, text: string) =>
  runStatement(url, `insert into backup_run (kind, note) values ('backup', '${text}')`)
const notes = async (url: string) =>
  (await queryRows<{ note: string }>(url, 'select note from backup_run order by made_at')).map(row => row.note)

afterAll(() => rm(root, { recursive: true }))

test('a restore reaches any second up to the end and starts a new run; other times are refused', async () => {
  const output = vi.spyOn(console, 'log').mockImplementation(() => {})
  let moment = ''
  await run(async (url, archive) => {
    const [job] = await queryRows<{ task_identifier: string }>(url, 'select task_identifier from graphile_worker.jobs')
    expect(job?.task_identifier).toBe('take_base_backup')
    expect(archive.status().baselessSince).toBeTruthy()
    await archive.takeBase(never)
    expect(archive.status()).toMatchObject({ trouble: undefined, baselessSince: undefined, gaps: [] })
    await note(url, 'before')
    await sleep(1_100)
    moment = chinaTime(Date.now())
    await sleep(1_100)
    await note(url, 'after')
  })
  await expect(restoreToCommand(config, '2020-01-01 00:00:00')).rejects.toThrow(/归档从 .* 开始/)
  await expect(restoreToCommand(config, '2099-01-01 00:00:00')).rejects.toThrow(/归档只到 /)

  await restoreToCommand(config, moment)
  expect(output.mock.calls.flat().join('\n')).toMatch(/核对无误[\s\S]*已换上恢复的数据/)
  const names = readdirSync(config.dataDir)
  expect(names.some(name => name.startsWith('postgres.before-'))).toBe(true)
  await run(async (url, archive) => {
    expect(await notes(url)).toEqual(['before'])
    // The log goes on from another past, so it is another run, and what lies between can't be restored from it.
    expect(readdirSync(join(archiveDir, 'runs'))).toHaveLength(2)
    expect(archive.status().gaps).toHaveLength(1)
    expect(await queryRows(url, 'select from restoration')).toHaveLength(1)
    await archive.takeBase(never)
    await note(url, 'later')
  })

  // The first run still leads to its own end.
  rmSync(join(config.dataDir, 'postgres'), { recursive: true })
  await restoreToCommand(config, 'latest')
  await run(async url => expect(await notes(url)).toEqual(['before', 'later']))
})

const loggedIn = `
  with holder as (insert into account (phone, display_name) values ('13900000001', '林岚') returning id)
  insert into session (sid_hash, account_id, client_name, client_version, ip, user_agent, expires_at)
  select '\\x01', id, 'portal-web', '1', '127.0.0.1', '', now() + interval '1 day' from holder`

test('restored data replaces the present while stopped; every login in it ends, and the audit says why', async () => {
  await run(async (url, archive) => {
    await runStatement(url, loggedIn)
    await archive.takeBase(never)
  })
  const request = {
    preparation_id: randomUUID(),
    folder: 'restored-20261123130000',
    moment: '2026-11-23 13:00:00',
    actor: 'operator:zhou',
    reason: '误删了专线',
  }
  await restoreTo({ config, to: 'latest', folder: join(config.dataDir, request.folder), log: silentLog })
  const stopped: (() => Promise<void>)[] = []
  // The services that are used here.
  const services = {
    config,
    log,
    restart: (between: () => Promise<void>) => stopped.push(between),
  } as unknown as TaskServices
  await switchRestored(services, request)
  // Nothing happens while the portal runs.
  expect(existsSync(join(config.dataDir, request.folder, 'postgres'))).toBe(true)
  await stopped[0]?.()
  await run(async url => {
    expect(await queryRows(url, 'select end_reason from session')).toEqual([{ end_reason: 'operator' }])
    const audited = `select actor, target, after->>'reason' as reason from audit_entry where action = 'restore.switched'`
    expect(await queryRows(url, audited)).toEqual([
      { actor: 'operator:zhou', target: 'restore:restored-20261123130000', reason: '误删了专线' },
    ])
  })
  // A restore that can't be put in place leaves the data as it is.
  await switchRestored(services, { ...request, folder: 'restored-20200101000000' })
  await expect(stopped[1]?.()).rejects.toThrow('没有恢复好的数据库')
  await run(async url => expect(await queryRows(url, 'select from session')).toHaveLength(1))
})

test('without its archive storage the database works and keeps little; on its return a new run begins', async () => {
  await run(async (url, archive) => {
    const before = readdirSync(join(archiveDir, 'runs')).length
    renameSync(archiveDir, `${archiveDir}.away`)
    writeFileSync(archiveDir, '')
    await runStatement(url, 'create table noise (bytes bytea)')
    for (let round = 0; round < 5; round += 1) {
      await runStatement(
        url,
        'insert into noise select sha512(random()::text::bytea) || sha512(random()::text::bytea) from generate_series(1, 150000)',
      )
      await runStatement(superuserAddress(url), 'checkpoint')
    }
    await expect.poll(() => archive.status().trouble, { timeout: 20_000 }).toMatch(/ENOTDIR|EEXIST/)
    const status = 'select wal_status from pg_replication_slots'
    await expect
      .poll(
        async () => (await queryRows<{ wal_status: string }>(superuserAddress(url), status))[0]?.wal_status ?? 'gone',
      )
      .toMatch(/lost|gone/)
    rmSync(archiveDir)
    renameSync(`${archiveDir}.away`, archiveDir)
    await expect.poll(() => archive.status().trouble, { timeout: 30_000 }).toBeUndefined()
    expect(readdirSync(join(archiveDir, 'runs'))).toHaveLength(before + 1)
    expect(archive.status().gaps[0]?.to).toBeUndefined()
    await archive.takeBase(never)
    expect(archive.status().gaps[0]?.to).toBeTruthy()
  })
})

test('without an archive the slot is dropped, and the database starts with a lower WAL level', async () => {
  const server = await startEmbedded({ dataDir: config.dataDir, log: silentLog })
  try {
    const [row] = await queryRows<object>(
      superuserAddress(server.url),
      `select current_setting('wal_level') as level, (select count(*)::integer from pg_replication_slots) as slots`,
    )
    expect(row).toEqual({ level: 'minimal', slots: 0 })
    expect(existsSync(join(config.dataDir, 'postgres/pg_replslot'))).toBe(true)
  } finally {
    await server.stop()
  }
})
