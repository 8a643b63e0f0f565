import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '#server/core/config.ts'
import { keyIds } from '#server/core/keyring.ts'
import { type Embedded, startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect } from '#server/database/pool.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { migrateJobs } from '#server/engines/jobs/migrate-jobs.ts'
import { newTotp, sealTotp } from '#server/modules/operators/totp.ts'
import { silentLog } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { openArchiveTarget } from './archive-target.ts'
import { archivedUnder } from './archived-under.ts'
import { createArchive } from './create-archive.ts'
import { restoreTo } from './restore-to.ts'
import { listRuns, readBegin } from './runs.ts'

// The time is long because databases are made and started, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const root = await mkdtemp(join(memoryFolder(), 'haiyilian-rotated-'))
afterAll(() => rm(root, { recursive: true }))
const log = pino({ level: 'silent' })
const never = new AbortController().signal

const withKeys = (environment: Record<string, string>) =>
  readConfig({ DATA_DIR: join(root, 'data'), ARCHIVE: 'disk', ARCHIVE_DIR: join(root, 'archive'), ...environment })

/** Runs the portal's database and archive with the keys of a configuration until work is done. */
async function runWith(
  config: Config,
  work: (archive: ReturnType<typeof createArchive>, url: string) => Promise<void>,
) {
  const server: Embedded = await startEmbedded({ dataDir: config.dataDir, log: silentLog, archiveBacklog: 64 })
  await migrate({ url: server.url, log: silentLog, mode: 'demo' })
  await migrateJobs(server.url, log)
  const pools = connect({ url: server.url, log: silentLog, size: 1 })
  const archive = createArchive({ config, url: server.url, log, pace: { look: 200, retry: 400, stop: 2_000 } })
  try {
    archive.begin({ jobs, system: pools.system })
    await work(archive, server.url)
  } finally {
    await archive.stop()
    await pools.end()
    await server.stop()
  }
}

const started = (archive: ReturnType<typeof createArchive>) =>
  expect.poll(() => archive.status().through, { timeout: 30_000 }).toBeTruthy()

test('with a new main key the archive continues its run, and files sealed with the previous key do not prevent a restore', async () => {
  const [old, fresh] = ['a'.repeat(64), 'b'.repeat(64)]
  const before = withKeys({ SECRET_KEY: old })
  const both = withKeys({ SECRET_KEY: fresh, SECRET_KEYS_OLD: old })
  const after = withKeys({ SECRET_KEY: fresh })
  const [freshId = '', oldId = ''] = keyIds(both)
  await runWith(before, async archive => {
    await started(archive)
    await archive.takeBase(never)
  })
  expect([...(await archivedUnder(before)).keys()]).toEqual([oldId])
  // The runbook's first step: the previous key can still be read.
  await runWith(both, async archive => {
    await started(archive)
    expect(archive.status()).toMatchObject({ gaps: [], baseAt: expect.any(Number) })
  })
  expect([...(await archivedUnder(both)).keys()].toSorted()).toEqual([freshId, oldId].toSorted())

  // The runbook's third step, before the base backup has expired.
  await runWith(after, async (archive, url) => {
    await started(archive)
    expect(archive.status()).toMatchObject({ trouble: undefined, baseAt: undefined, gaps: [] })
    const target = await openArchiveTarget(after)
    const [[run = ''] = [], ...others] = await listRuns(target)
    expect(others).toEqual([])
    expect(await readBegin(target, after, run)).toMatchObject({ previous: null })
    await expect(
      restoreTo({ config: after, to: 'latest', folder: join(root, 'none'), log: silentLog }),
    ).rejects.toThrow(`主密钥 ${oldId}`)
    await archive.takeBase(never)
    expect(archive.status()).toMatchObject({ trouble: undefined, baseAt: expect.any(Number) })
    // A row that was not re-encrypted before the key was removed.
    const id = '00000000-0000-7000-8000-000000000001'
    const sealed = sealTotp(before, id, newTotp(before, 'x').secret).toString('hex')
    await runStatement(
      url,
      `insert into operator (id, name, display_name, password_hash, roles, totp_sealed)
        values ('${id}', 'zhou', '周敏', '', array['owner'], '\\x${sealed}')`,
    )
  })
  const later = { config: after, to: 'latest', folder: join(root, 'later'), log: silentLog } as const
  await expect(restoreTo(later)).rejects.toThrow(`缺少主密钥 ${oldId}`)
  const { inconsistencies } = await restoreTo({ ...later, lostKey: true })
  expect(inconsistencies).toEqual([])
})

test('a storage that hangs does not keep the portal from stopping its database', async () => {
  const folder = join(root, 'hanging')
  const mark = join(folder, 'archive/mark')
  mkdirSync(dirname(mark), { recursive: true })
  // Opening a pipe blocks until the other side opens it, as on a network mount that is gone.
  execFileSync('mkfifo', [mark])
  const config = readConfig({ DATA_DIR: join(root, 'other'), ARCHIVE: 'disk', ARCHIVE_DIR: folder })
  await runWith(config, async archive => {
    await sleep(2_000)
    expect(archive.status()).toMatchObject({ through: undefined, trouble: undefined })
    await archive.stop()
    await (await open(mark, 'w')).close()
  })
})
