import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import fs, { mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { type Embedded, startEmbedded } from '#server/database/embedded.ts'
import { superuserAddress } from '#server/database/embedded-cluster.ts'
import { findBinaries, findRunner } from '#server/database/embedded-system.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect } from '#server/database/pool.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { migrateJobs } from '#server/engines/jobs/migrate-jobs.ts'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import { queryRows } from '#server/testing/backups.ts'
import { silentLog } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { openArchiveTarget } from './archive-target.ts'
import { takeBase } from './base.ts'
import { chinaTime } from './china-time.ts'
import { chooseBase } from './choose-base.ts'
import { restoreToCommand } from './commands.ts'
import { createArchive } from './create-archive.ts'
import { fetchCluster } from './fetch-cluster.ts'
import { rehearseRestore } from './nightly.ts'
import { prepareRestore } from './prepare-restore.ts'
import { replay } from './replay.ts'
import { restoreTo } from './restore-to.ts'
import { switchRestored } from './switch-restored.ts'
import { withCluster } from './with-cluster.ts'

// The time is long because databases are made and started, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
// In memory, because whole databases are copied, sealed and removed here.
const root = await mkdtemp(join(memoryFolder(), 'haiyilian-archive-'))
const archiveDir = join(root, 'archive')
const config = readConfig({ DATA_DIR: join(root, 'data'), ARCHIVE: 'disk', ARCHIVE_DIR: archiveDir })
const log = pino({ level: 'silent' })
const never = new AbortController().signal

type Work = (url: string, archive: ReturnType<typeof createArchive>, system: Database) => Promise<void>

async function run(work: Work): Promise<void> {
  const server: Embedded = await startEmbedded({ dataDir: config.dataDir, log: silentLog, archiveBacklog: 64 })
  await migrate({ url: server.url, log: silentLog, mode: 'demo' })
  await migrateJobs(server.url, log)
  const pools = connect({ url: server.url, log: silentLog, size: 1 })
  const archive = createArchive({ config, url: server.url, log, pace: { look: 200, retry: 400, stop: 10_000 } })
  try {
    archive.begin({ jobs, system: pools.system })
    await expect.poll(() => archive.status().through, { timeout: 30_000 }).toBeTruthy()
    await work(server.url, archive, pools.system)
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

const runs = () => readdirSync(join(archiveDir, 'runs'))
const foldersOf = (prefix: string) => readdirSync(config.dataDir).filter(name => name.startsWith(prefix))

/** Makes every disk report this many free bytes until the returned function is called. */
function diskWith(free: number): () => void {
  const spy = vi
    .spyOn(fs, 'statfs')
    .mockResolvedValue({ bavail: free, bsize: 1 } as Awaited<ReturnType<typeof fs.statfs>>)
  syncBuiltinESMExports()
  return () => {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
}

test('a restore reaches any second up to the end and starts a new run; other times are refused', async () => {
  const output = vi.spyOn(console, 'log').mockImplementation(() => {})
  let moment = ''
  await run(async (url, archive) => {
    const [job] = await queryRows<{ task_identifier: string }>(url, 'select task_identifier from graphile_worker.jobs')
    expect(job?.task_identifier).toBe('take_base_backup')
    expect(archive.status().withoutBaseSince).toBeTruthy()
    await archive.takeBase(never)
    expect(archive.status()).toMatchObject({ trouble: undefined, withoutBaseSince: undefined, gaps: [] })
    const target = await openArchiveTarget(config)
    const before = await target.list('runs/')
    const failing = takeBase({
      config,
      url,
      target,
      run: { name: runs()[0] ?? '', timeline: 1 },
      cluster: join(config.dataDir, 'postgres'),
      stopping: never,
      reached: () => {
        throw new Error('the archive went away')
      },
    })
    await expect(failing).rejects.toThrow('went away')
    // Failed attempts must not fill the archive.
    expect((await target.list('runs/')).filter(key => key.includes('/base/') && !before.includes(key))).toEqual([])
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
    // The log continues from another history, so a new run begins, and the time in between cannot be restored from it.
    expect(readdirSync(join(archiveDir, 'runs'))).toHaveLength(2)
    expect(archive.status().gaps).toHaveLength(1)
    expect(await queryRows(url, 'select from restoration')).toHaveLength(1)
    await archive.takeBase(never)
    await note(url, 'later')
  })

  // The first run can still be restored up to its end.
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
    await runStatement(url, `insert into replica (id, host, version) values (gen_random_uuid(), 'lost machine', '1')`)
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
  // Makes the payments of the present data unreadable.
  await withCluster(config, config.dataDir, database => database.change`alter table payment rename to damaged`)
  const stopped: (() => Promise<void>)[] = []
  const warn = vi.fn()
  const services = {
    config,
    log: { warn },
    system: { row: () => async () => request },
    restart: (between: () => Promise<void>) => stopped.push(between),
  } as unknown as TaskServices
  await switchRestored(services, request)
  // Nothing happens while the portal runs.
  expect(existsSync(join(config.dataDir, request.folder, 'postgres'))).toBe(true)
  await stopped[0]?.()
  expect(warn.mock.calls.join()).toMatch(/已换上恢复的数据[\s\S]*原来的数据读不到（relation "payment" does not exist）/)
  await run(async url => {
    expect(await queryRows(url, 'select end_reason from session')).toEqual([{ end_reason: 'operator' }])
    expect(await queryRows(url, 'select from replica')).toEqual([])
    const audited = `select actor, target, after->>'reason' as reason from audit_entry where action = 'restore.switched'`
    expect(await queryRows(url, audited)).toEqual([
      { actor: 'operator:zhou', target: 'restore:restored-20261123130000', reason: '误删了专线' },
    ])
  })
  const before = runs()
  // A restore that cannot be put in place leaves the data unchanged, and the archive continues its run.
  await switchRestored(services, { ...request, folder: 'restored-20200101000000' })
  await expect(stopped[1]?.()).rejects.toThrow('没有恢复好的数据库')
  await run(async url => expect(await queryRows(url, 'select from session')).toHaveLength(1))
  expect(runs()).toEqual(before)
})

test('a rehearsal or preparation without disk space is refused with that reason, and an interrupted one leaves no copy', async () => {
  await run(async (url, archive, system) => {
    // Folders left by killed processes.
    for (const name of ['rehearsal-killed', 'restored-20200101000000'])
      mkdirSync(join(config.dataDir, name, 'postgres'), { recursive: true })
    const services = { archive, config, log: silentLog, system } as unknown as TaskServices
    const job = { id: '1', attempt: 1, lastAttempt: false, stopping: never, log }
    await archive.takeBase(never)
    await note(url, 'so that the log reaches beyond the base backup')
    const noted = Date.now()
    await expect.poll(() => archive.status().through).toBeGreaterThan(noted)
    const rehearsals = `select failure from backup_run where kind = 'rehearsal'`
    // The first try of this test may have left some.
    await runStatement(url, `delete from backup_run where kind = 'rehearsal'; delete from restore_preparation`)
    const restoreDisk = diskWith(2 ** 30)
    try {
      await expect(rehearseRestore(services, {}, job)).rejects.toThrow(/只剩 1 GB，恢复约需 1\.\d GB/)
      expect(await queryRows(url, rehearsals)).toEqual([{ failure: expect.stringContaining('请清理或扩容后重试') }])
      const preparation_id = randomUUID()
      await runStatement(
        url,
        `insert into restore_preparation (id, moment, state, folder) values ('${preparation_id}', to_timestamp(${Number(archive.status().baseAt) / 1000}), 'running', 'restored-20200101000000')`,
      )
      await prepareRestore(services, { preparation_id }, job)
      expect(await queryRows(url, 'select state, folder, failure from restore_preparation')).toEqual([
        { state: 'failed', folder: null, failure: expect.stringContaining('恢复约需') },
      ])
    } finally {
      restoreDisk()
    }
    expect(foldersOf('rehearsal-')).toEqual([])
    expect(foldersOf('restored-20200101000000')).toEqual([])

    // Without a base backup there is nothing to rehearse, which is reported once there was time to make one.
    const baseless = (startedAt: number) => ({
      ...services,
      archive: { ...archive, status: () => ({ ...archive.status(), baseAt: undefined, startedAt, trouble: 'EROFS' }) },
    })
    await rehearseRestore(baseless(Date.now()), {}, job)
    await expect(rehearseRestore(baseless(0), {}, job)).rejects.toThrow('归档写不进去：EROFS')
    expect(await queryRows(url, rehearsals)).toHaveLength(2)

    // The portal stops while the base backup is fetched, so no server is started.
    const stopping = new AbortController()
    let hasStarted = false
    const watching = setInterval(() => {
      const names = foldersOf('rehearsal-')
      if (names.length) stopping.abort()
      hasStarted ||= names.some(name => existsSync(join(config.dataDir, name, 'postgres/postmaster.pid')))
    }, 5)
    const rehearsing = rehearseRestore(services, {}, { ...job, stopping: stopping.signal })
    await expect(rehearsing.finally(() => clearInterval(watching))).rejects.toThrow('abort')
    expect(hasStarted).toBe(false)
    expect(foldersOf('rehearsal-')).toEqual([])
    expect(await queryRows(url, rehearsals)).toHaveLength(2)
  })
  // The portal stops while the restored database is examined.
  const stopping = new AbortController()
  const folder = join(root, 'examined')
  const { own } = findRunner(join(config.dataDir, 'postgres'), [findBinaries(), root], false)
  const target = await openArchiveTarget(config)
  const source = await chooseBase(target, config, 'latest')
  await fetchCluster({ target, config, source, cluster: join(folder, 'postgres'), own }, async () => {})
  const request = { folder, to: 'latest', log: silentLog, own, besidePortal: true, stopping: stopping.signal } as const
  const replaying = replay(request, url => {
    stopping.abort()
    return runStatement(url, 'select pg_sleep(60)')
  })
  await expect(replaying).rejects.toThrow(/terminat|ECONN|EPIPE|starting|shutting/)
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

    // If the archive's disk is not mounted, no new archive begins.
    renameSync(archiveDir, `${archiveDir}.away`)
    mkdirSync(archiveDir)
    await note(url, 'unmounted')
    await expect.poll(() => archive.status().trouble, { timeout: 20_000 }).toContain('里没有之前的归档')
    // A piece that was being written may have landed here, which counts for nothing.
    const landed = readdirSync(archiveDir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    expect(landed.filter(({ parentPath }) => !/\/wal\/\w+$/.test(parentPath))).toEqual([])
    rmSync(archiveDir, { recursive: true })
    renameSync(`${archiveDir}.away`, archiveDir)
    await expect.poll(() => archive.status().trouble, { timeout: 20_000 }).toBeUndefined()

    // A full archive removes what is no longer needed.
    const remains = join(archiveDir, 'runs', runs().at(-1) ?? '', 'base/20200101000000-killed/part-000000')
    mkdirSync(dirname(remains), { recursive: true })
    writeFileSync(remains, '')
    const restoreDisk = diskWith(0)
    try {
      await note(url, 'full')
      await expect.poll(() => archive.status().trouble, { timeout: 20_000 }).toContain('空间不足')
      await expect.poll(() => existsSync(remains)).toBe(false)
    } finally {
      restoreDisk()
    }
    await expect.poll(() => archive.status().trouble, { timeout: 20_000 }).toBeUndefined()
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
