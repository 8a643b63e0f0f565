import { beforeEach, expect, test, vi } from 'vitest'
import { clusterChecks } from '#server/app/health/cluster-checks.ts'
import { migrate } from '#server/database/migrate.ts'
import { runAs } from '#server/engines/activity/context.ts'
import type { HealthGround } from '#server/engines/health/health-check.ts'
import { notifiedAndLost } from '#server/modules/payments/lost-payments.sql.ts'
import { queryRows } from '#server/testing/backups.ts'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { settleCommand } from './settle-command.ts'

const { url, system } = await testDatabase()
await migrate({ url, log: silentLog, mode: 'production' })
const make = makeOn(system)
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))
const settle = (typed: Parameters<typeof settleCommand>[1]) =>
  runAs('cli:test@host', () => settleCommand(work => work({ system }), typed))

/** The check uses only the database. */
const look = async () => (await clusterChecks[0]?.measure({ database: system } as unknown as HealthGround))?.[0]
/** Simulates a cluster that was restored or promoted since the portal's last check. */
const restoreElsewhere = () => system.change`update installation set cluster = '7712624455070978506/00000001'`

test('a database that was restored by its own tools is reported until its logins are ended and its moment is recorded', async () => {
  const { owner } = await make.company()
  await make.session(owner.account)
  expect(await look()).toMatchObject({ value: 0 })
  expect(await look()).toMatchObject({ value: 0 })
  await restoreElsewhere()
  expect(await look()).toMatchObject({
    value: 1,
    detail: expect.stringMatching(/^原来 7712624455070978506\/00000001，现在 /),
  })

  await expect(settle({})).rejects.toThrow('请写明')
  await expect(settle({ moment: '2026-11-22 14:03:07', promoted: true })).rejects.toThrow('请写明')
  await expect(settle({ moment: 'gestern' })).rejects.toThrow('--moment 写北京时间')
  await expect(settle({ moment: '2099-11-22 14:03:07' })).rejects.toThrow('不会晚于现在')
  expect(await queryRows(url, 'select from session where ended_at is null')).toHaveLength(1)

  // The newest row of the restored data: the portal's last heartbeat before the moment.
  const replicaAt = (at: string) => system.change`
    insert into replica (id, host, version, seen_at) values (gen_random_uuid(), 'host', '1', ${at}::timestamptz)`
  await expect(settle({ moment: '2026-11-22 14:03:07' })).rejects.toThrow('数据里没有可以比较的记录')
  await replicaAt('2026-11-22 14:02:30+08')
  await expect(settle({ moment: '2026-11-22 06:03:07' })).rejects.toThrow(
    '数据里最近的记录在 2026-11-22 14:02:30（北京时间），所写的 2026-11-22 06:03:07 比它早 8 小时',
  )
  await expect(settle({ moment: '2026-11-22 15:03:07' })).rejects.toThrow('比它晚 61 分钟')
  expect(await queryRows(url, 'select from session where ended_at is null')).toHaveLength(1)

  await settle({ moment: '2026-11-22 14:03:07' })
  expect(await queryRows(url, 'select from session where ended_at is null')).toEqual([])
  expect(await queryRows(url, 'select restored_to from restoration')).toEqual([
    { restored_to: '2026-11-22T06:03:07.000Z' },
  ])
  await system.change`
    insert into payment_notification (gateway, out_trade_no, digest, amount, verdict, received_at)
    values ('wechat', 'LATER', '\\x01', 100, 'unknown', now() + interval '1 second')`
  expect(await notifiedAndLost(system, 10)).toMatchObject([{ out_trade_no: 'LATER' }])
  expect(await queryRows(url, `select actor, after from audit_entry where action = 'restore.settled'`)).toEqual([
    { actor: 'cli:test@host', after: { moment: '2026-11-22 14:03:07' } },
  ])
  expect(await look()).toMatchObject({ value: 0 })
})

test('a moment that the data contradicts is accepted for a reason, which the audit keeps', async () => {
  await settle({ moment: '2026-11-20 03:00:00', although: '那一夜门户停着' })
  expect(
    await queryRows(url, `select after from audit_entry where action = 'restore.settled' order by id desc limit 1`),
  ).toEqual([{ after: { moment: '2026-11-20 03:00:00', reason: '那一夜门户停着' } }])
})

test('a standby that took over ends no login', async () => {
  const { owner } = await make.company()
  await make.session(owner.account)
  await restoreElsewhere()
  await settle({ promoted: true })
  expect(await look()).toMatchObject({ value: 0 })
  expect(await queryRows(url, 'select from session where ended_at is null')).toHaveLength(1)
})
