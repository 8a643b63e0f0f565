import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Config } from '#server/core/config.ts'
import type { ArchiveStatus } from '#server/engines/archive.ts'
import { type HealthGround, judge } from '#server/engines/health/health-check.ts'
import { archiveChecks } from './archive-checks.ts'

const hour = 3_600_000
const status: ArchiveStatus = {
  startedAt: Date.now() - 51 * hour,
  through: undefined,
  backlog: 0,
  trouble: undefined,
  baseAt: undefined,
  withoutBaseSince: undefined,
  gaps: [],
}

const ofArchive = archiveChecks.filter(({ name }) => /^archive_(lag|base_age|gaps)$/.test(name))

async function measure(more: Partial<ArchiveStatus>): Promise<Record<string, string>> {
  const archive = { status: () => ({ ...status, ...more }), takeBase: async () => {} }
  const found: Record<string, string> = {}
  // These checks read only the status.
  for (const check of ofArchive)
    for (const { value, detail } of await check.measure({ archive } as unknown as HealthGround))
      found[check.name] = [judge(check, value), detail].filter(Boolean).join(' ')
  return found
}

test('an archive that never took anything is late, without a base backup and a gap, all since the start', async () => {
  expect(await measure({ trouble: 'EROFS: read-only file system' })).toEqual({
    archive_lag: 'bad 启动以来没有写进过：EROFS: read-only file system',
    archive_base_age: 'bad 还没有基础备份',
    archive_gaps: expect.stringMatching(/^warn .* 至 现在$/),
  })
  // No alert is sent in a portal's first seconds.
  expect(await measure({ startedAt: Date.now() - 1_000 })).toEqual({
    archive_lag: 'good',
    archive_base_age: 'good 还没有基础备份',
    archive_gaps: 'good',
  })
})

test('an archive that can be reached is judged by its contents', async () => {
  const found = await measure({ through: Date.now() - 90_000, baseAt: Date.now() - hour, trouble: 'ENOSPC' })
  expect(found).toMatchObject({ archive_lag: 'warn ENOSPC，等待 0 MB', archive_gaps: 'good' })
  expect(found.archive_base_age).toMatch(/^good /)
})

test('where there is no archive nothing is measured', async () => {
  expect(ofArchive).toHaveLength(3)
  for (const check of ofArchive) expect(await check.measure({} as unknown as HealthGround)).toEqual([])
})

test('an archive on the disk of the data is worth a look, but not in a demonstration', async () => {
  const check = archiveChecks.find(({ name }) => name === 'archive_beside_data')
  const judged = async (config: Partial<Config>) => {
    const place = { archive: 'disk', dataDir: tmpdir(), mode: 'production', ...config }
    const ground = { archive: { status: () => status }, config: place } as unknown as HealthGround
    const [found] = (await check?.measure(ground)) ?? []
    return check && found && [judge(check, found.value), found.detail].join(' ')
  }
  expect(await judged({})).toBe(`warn ${join(tmpdir(), 'archive')}`)
  // A path on another file system, whose folder does not exist yet.
  expect(await judged({ archiveDir: '/proc/archive' })).toBe('good ')
  expect(await judged({ archive: 's3' })).toBe('good ')
  expect(await judged({ mode: 'demo' })).toBe('good ')
})
