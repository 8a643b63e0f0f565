import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { countOf } from '#server/database/count-rows.ts'
import { archiveWithBase } from '#server/testing/archive-with-base.ts'
import { testPortal } from '#server/testing/portal.ts'
import { beginPreparation, earlierFolders, setReady } from './preparations.sql.ts'

const portal = await testPortal()
const { make, operate, system, services } = portal
const owner = await make.operator()
const moment = '2026-11-22 14:03:07'

// The portal's own worker would start immediately.
const enqueued: string[] = []
services.jobs = {
  ...services.jobs,
  enqueue: async (database, { name }) => {
    enqueued.push(name)
    await database.change`select graphile_worker.add_job(${name}, max_attempts => 2, run_at => now() + interval '1 day')`
  },
}
/** A dry run before the request is kept is rolled back together with its job. */
const switches = () =>
  countOf(system, sql`select count(*) from graphile_worker.jobs where task_identifier = 'switch_restore'`)
/** Leaves jobs that were killed at each attempt in the state that the queue gives them. */
const killJobs = () => system.change`update graphile_worker._private_jobs set attempts = max_attempts`

test('one restore at a time is prepared from an archive for a time in China, replacing the previous folder', async () => {
  expect(await operate('prepareRestore', { moment }, owner)).toMatchObject({
    code: -53020,
    msg: expect.stringContaining('没有归档'),
  })
  expect((await operate('getRestorePreparations', {}, owner)).data).toEqual({ archived: false, list: [] })
  services.archive = archiveWithBase({ baseAt: undefined })
  expect((await operate('prepareRestore', { moment }, owner)).msg).toContain('还没有基础备份')
  services.archive = archiveWithBase()
  for (const wrong of ['2026-02-30 10:00:00', 'gestern', '2026-11-22'])
    expect((await operate('prepareRestore', { moment: wrong }, owner)).msg).toContain('北京时间')
  expect((await operate('prepareRestore', { moment }, owner)).code).toBe(200)
  expect((await operate('prepareRestore', { moment }, owner)).msg).toContain('另一次恢复正在准备')
  expect(await countOf(system, sql`select count(*) from audit_entry where action = 'restore.prepared'`)).toBe(1)
  expect(enqueued).toEqual(['prepare_restore'])

  const [first] = (await operate('getRestorePreparations', {}, owner)).data.list
  expect(first).toMatchObject({ moment: '2026-11-22T06:03:07.000Z', state: 'waiting', folder: null })
  const id = first?.preparation_id ?? ''
  expect(await beginPreparation(system, id, 'restored-20261123110000')).toMatchObject({ previous: null })
  // The next attempt gets the folder that a killed one has left.
  expect(await beginPreparation(system, id, 'restored-20261123120000')).toEqual({
    moment: '2026-11-22T06:03:07.000Z',
    previous: 'restored-20261123110000',
  })
  await setReady(system, id, '核对无误', 0)
  expect((await operate('prepareRestore', { moment }, owner)).code).toBe(200)
  // It is killed at each of its attempts, and makes way for the next.
  await killJobs()
  expect((await operate('prepareRestore', { moment }, owner)).code).toBe(200)
  expect((await operate('getRestorePreparations', {}, owner)).data.list[1]).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('中断'),
  })
  const [second] = (await operate('getRestorePreparations', {}, owner)).data.list
  expect(await earlierFolders(system, second?.preparation_id ?? '')).toMatchObject([
    { folder: 'restored-20261123120000' },
  ])
  expect((await operate('getRestorePreparations', {}, owner)).data.list[2]).toMatchObject({
    state: 'ready',
    folder: null,
    findings: '核对无误',
  })
})

test('a prepared restore replaces the data once another owner confirms, and only once', async () => {
  const other = await make.operator()
  const [{ preparation_id = '' } = {}] = (await operate('getRestorePreparations', {}, owner)).data.list
  const switching = () => operate('switchRestore', { preparation_id, reason: '误删了专线' }, owner)
  // It is still being prepared.
  expect((await switching()).code).toBe(-53020)
  await beginPreparation(system, preparation_id, 'restored-20261123130000')
  await setReady(system, preparation_id, '核对无误', 0)
  const kept = await switching()
  expect(kept.code).toBe(-53013)
  const approval_id = (kept.data as { approval_id?: string } | null)?.approval_id ?? ''
  expect(await switches()).toBe(0)
  // Nothing replaces it meanwhile: neither another's folder nor another preparation.
  expect(await earlierFolders(system, randomUUID())).toEqual([])
  const again = await operate('prepareRestore', { moment: '2026-11-22 15:00:00' }, owner)
  expect(again).toMatchObject({ code: -53020, msg: expect.stringContaining(`恢复到 ${moment} 的数据的申请正等待`) })
  expect((await operate('decideApproval', { approval_id, decision: 'confirm' }, owner)).code).not.toBe(200)
  expect((await operate('decideApproval', { approval_id, decision: 'confirm' }, other)).code).toBe(200)
  expect(await switches()).toBe(1)
  expect((await operate('getRestorePreparations', {}, owner)).data.list[0]).toMatchObject({ state: 'switching' })
  expect((await switching()).code).toBe(-53020)
  // The next preparation leaves alone the folder that is about to be used.
  expect(await earlierFolders(system, randomUUID())).toEqual([])
})

test('restored data that contradict themselves are put in place only by who accepts that', async () => {
  await system.change`delete from restore_preparation`
  const row = await system.row(z.object({ id: z.string() }))`
    insert into restore_preparation (moment) values (now() - interval '1 day') returning id`
  const preparation_id = row?.id ?? ''
  await beginPreparation(system, preparation_id, 'restored-20261123140000')
  await setReady(system, preparation_id, '不一致 1 处\n订单 1 不完整', 1)
  expect((await operate('getRestorePreparations', {}, owner)).data.list[0]).toMatchObject({ state: 'inconsistent' })
  const input = { preparation_id, reason: '误删了专线' }
  expect(await operate('switchRestore', input, owner)).toMatchObject({
    code: -53020,
    msg: expect.stringContaining('明确接受'),
  })
  const kept = await operate('switchRestore', { ...input, accept_inconsistent: true }, owner)
  expect(kept.code).toBe(-53013)
  const approval_id = (kept.data as { approval_id?: string } | null)?.approval_id ?? ''
  const { data } = await operate('getApprovalEvidence', { approval_id }, await make.operator())
  const check = data.rows.find(({ label }) => label === '检查')
  expect(check).toMatchObject({ value: '不一致 1 处\n订单 1 不完整', tone: 'danger' })
})
