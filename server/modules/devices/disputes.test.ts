import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { disputeRestDays } from '#contract/device-names.ts'
import { contract } from '#contract/index.ts'
import { dispute } from '#contract/records/dispute.ts'
import { countRows } from '#server/database/count-rows.ts'
import { testPortal } from '#server/testing/portal.ts'
import { maxPending } from './devices.ts'

const portal = await testPortal()
const { app, make, call, operate, system } = portal
const { token, id: operatorId } = await make.operator('support')

/** Creates a device of Li's that Wang's client reports. */
async function disputed() {
  const company = await make.company({ managers: 1 })
  const [li, wang] = [
    await make.employee(company.id, { name: '李持有' }),
    await make.employee(company.id, { name: '王申请' }),
  ]
  const fingerprint = `fp-${crypto.randomUUID()}`
  const { id: device_id } = await make.device({
    companyId: company.id,
    employeeId: li.id,
    fingerprint,
    name: '前台电脑',
  })
  const sids = { li: await make.session(li.account), wang: await make.session(wang.account) }
  const platform = 'windows' as const
  const reported = { fingerprint, name: '王的电脑', platform, os_version: 'Windows 11', client_version: '12.0.1' }
  const report = (sid: string) => call('reportDevice', reported, { sid })
  /** Some clients send no key. */
  const reportWithoutKey = async (sid: string) =>
    (
      await app.inject({ method: 'POST', url: `/api${contract.reportDevice.path}`, payload: { ...reported, sid } })
    ).json<{ code: number }>()
  const rows = () =>
    system.rows(dispute.schema.pick({ dispute_id: true, state: true, times: true }))`
      select id as dispute_id, state, times from device_dispute where device_id = ${device_id} order by id`
  return { company, li, wang, device_id, sids, report, reportWithoutKey, rows }
}
type Disputed = Awaited<ReturnType<typeof disputed>>

async function claimed(): Promise<Disputed & { dispute_id: string }> {
  const made = await disputed()
  expect((await made.report(made.sids.wang)).code).toBe(-48011)
  const [row] = await made.rows()
  return { ...made, dispute_id: row?.dispute_id ?? '' }
}

const decide = (dispute_id: string, decision: 'hand_over' | 'reject', reason = '工牌与采购单一致') =>
  operate('decideDispute', { dispute_id, decision, reason }, { token })
const detail = async (dispute_id: string) => (await operate('getDispute', { dispute_id }, { token })).data
const noticesOf = async (sid: string) => (await call('getNoticeList', {}, { sid })).data.list

describe('a registration refused because the device is another person’s', () => {
  test('leaves one open dispute per device and claimant, counted once a minute', async () => {
    const { rows, report, sids, device_id } = await claimed()
    await Promise.all(Array.from({ length: 10 }, () => report(sids.wang)))
    expect(await rows()).toMatchObject([{ state: 'open', times: 1 }])
    await system.change`
      update device_dispute set last_at = now() - interval '61 seconds' where device_id = ${device_id}`
    await Promise.all(Array.from({ length: 10 }, () => report(sids.wang)))
    expect(await rows()).toMatchObject([{ times: 2 }])
  })

  test('leaves it for a claimant with a duty in the console, too', async () => {
    const { company, rows, reportWithoutKey, sids, wang } = await disputed()
    const owner = await make.session(company.owner.account)
    expect((await call('setDuty', { employee_id: wang.id, duty: 'reader' }, { sid: owner })).code).toBe(200)
    expect((await reportWithoutKey(sids.wang)).code).toBe(-48011)
    expect(await rows()).toMatchObject([{ state: 'open' }])
  })

  test('opens no dispute for a disabled claimant', async () => {
    const { rows, report, sids, wang } = await disputed()
    await system.change`update employee set state = 'disabled' where id = ${wang.id}`
    expect((await report(sids.wang)).code).toBe(-48011)
    expect(await rows()).toEqual([])
  })

  test.each(['device', 'claimant'])('leaves a dispute that cannot be decided once the %s is gone', async gone => {
    const { rows, dispute_id, device_id, wang } = await claimed()
    await system.change`${
      gone === 'device'
        ? sql`delete from device where id = ${device_id}`
        : sql`delete from employee where id = ${wang.id}`
    }`
    expect(await rows()).toMatchObject([{ state: 'lapsed' }])
    expect((await decide(dispute_id, 'hand_over')).code).toBe(-53110)
    expect(await detail(dispute_id)).toMatchObject({ state: 'lapsed', checks: [], holder_name: '李持有' })
  })
})

describe('handing over a disputed device', () => {
  test('gives it to the claimant, pending the company’s approval; log, notices and audit record it', async () => {
    const { company, dispute_id, device_id, report, sids, rows } = await claimed()
    const manager = await make.session(company.managers[0]?.account ?? company.owner.account)
    // The notice makes it seem that the managers were notified when the device was new: they are notified again.
    await system.change`
      insert into notice (account_id, kind, subject, title, text, read_at)
      values (${company.managers[0]?.account.id}, 'device_waiting', ${`device:${device_id}`}, '旧', '旧', now())`
    expect(await detail(dispute_id)).toMatchObject({
      holder: { name: '李持有', in_use: 1 },
      claimant: { name: '王申请', in_use: 0, device_limit: 2 },
      reported_name: '王的电脑',
      device: { audit_state: 'approved' },
    })
    expect((await decide(dispute_id, 'hand_over')).code).toBe(200)
    expect(await rows()).toMatchObject([{ state: 'handed_over' }])
    await system.change`
      update employee set service_ends_at = now() + interval '9 days' where company_id = ${company.id}`
    expect((await report(sids.wang)).data).toMatchObject({ device_id, usable: false, reason: 'device_pending' })
    expect((await report(sids.li)).code).toBe(-48011)

    const log = (await call('getDeviceLog', { device_id }, { sid: manager })).data.list
    expect(log.find(({ action }) => action === 'handed_over')).toMatchObject({
      actor_name: '平台客服',
      detail: '由 李持有 移交给 王申请，等待审核：工牌与采购单一致',
    })
    expect(await noticesOf(manager)).toMatchObject([{ title: '移交的设备等待审核', read: false }])
    expect(await noticesOf(sids.wang)).toMatchObject([{ kind: 'device_decided', title: '设备已移交给您' }])
    expect(await noticesOf(sids.li)).toMatchObject([{ kind: 'device_decided', title: '设备已移交给同事' }])
    const [entry] = await system.rows(
      z.object({ actor: z.string(), action: z.string() }),
    )`select actor, action from audit_entry where target = ${`device:${device_id}`}`
    expect(entry).toMatchObject({ actor: `operator:${operatorId}`, action: 'device_dispute.handed_over' })
    const auditor = await make.operator('auditor')
    const audit = (await operate('getAuditList', { target: `device:${device_id}` }, auditor)).data
    expect(audit.list[0]?.target_name).toContain(company.name)
    expect(audit.named.map(({ name }) => name)).toEqual(expect.arrayContaining(['李持有', '王申请', company.name]))
    // It is found by the device's former name, and by its company's name.
    for (const target of ['台电', company.name]) {
      const found = (await operate('getAuditList', { target, action: 'device_dispute.' }, auditor)).data.list
      expect(found.map(each => each.target)).toContain(`device:${device_id}`)
    }
  })

  test.each<[string, number, string, (of: Disputed) => Promise<unknown>]>([
    [
      'disabled',
      -53111,
      '申请人已被企业停用，不能移交设备',
      ({ wang }) => system.change`update employee set state = 'disabled' where id = ${wang.id}`,
    ],
    [
      'at the limit',
      -53113,
      '申请人使用中的设备已达上限',
      async ({ company, wang }) => {
        await make.device({ companyId: company.id, employeeId: wang.id })
        await make.device({ companyId: company.id, employeeId: wang.id })
      },
    ],
    [
      'with too many that wait',
      -53112,
      '申请人待审核的设备过多',
      async ({ company, wang }) => {
        for (let index = 0; index < maxPending; index += 1)
          await make.device({ companyId: company.id, employeeId: wang.id, audit: 'pending' })
      },
    ],
  ])('is refused for a claimant %s: the operator reads why and nothing changes', async (_what, code, msg, prepare) => {
    const made = await claimed()
    await prepare(made)
    expect(await decide(made.dispute_id, 'hand_over')).toMatchObject({ code, msg: expect.stringContaining(msg) })
    expect(await detail(made.dispute_id)).toMatchObject({
      state: 'open',
      checks: expect.arrayContaining([expect.objectContaining({ verdict: 'bad' })]),
    })
    expect((await made.report(made.sids.li)).code).toBe(200)
  })

  test('happens once, whichever of two concurrent decisions comes first', async () => {
    const { dispute_id, device_id, rows } = await claimed()
    // Guard: `state = 'open'` in decideOpen.
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => decide(dispute_id, index % 2 ? 'hand_over' : 'reject')),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === -53110)).toHaveLength(7)
    expect(await countRows(system, sql`audit_entry where target = ${`device:${device_id}`}`)).toBe(1)
    const [device] = await system.rows(z.object({ mine: z.boolean() }))`
      select employee_id = claimant_id as mine from device join device_dispute on device_id = device.id
      where device.id = ${device_id}`
    expect(device?.mine).toBe((await rows())[0]?.state === 'handed_over')
  })

  test('turns another claimant’s dispute against the new holder', async () => {
    const { company, dispute_id, report, device_id } = await claimed()
    const zhao = await make.employee(company.id, { name: '赵也要' })
    await report(await make.session(zhao.account))
    await decide(dispute_id, 'hand_over')
    const [other] = await system.rows(dispute.schema.pick({ dispute_id: true }))`
      select id as dispute_id from device_dispute
      where device_id = ${device_id} and claimant_id = ${zhao.id}`
    expect(await detail(other?.dispute_id ?? '')).toMatchObject({ state: 'open', holder: { name: '王申请' } })
    expect((await decide(other?.dispute_id ?? '', 'hand_over')).code).toBe(200)
  })
})

describe('rejecting a dispute', () => {
  test('leaves the device, tells the claimant why, and blocks the claim for a while', async () => {
    const { dispute_id, report, sids, rows } = await claimed()
    expect((await decide(dispute_id, 'reject', '设备由李持有领用')).code).toBe(200)
    expect((await report(sids.li)).code).toBe(200)
    expect(await noticesOf(sids.wang)).toMatchObject([
      { title: '设备仍归同事使用', text: '平台核实后，设备「前台电脑」仍登记在 李持有 名下：设备由李持有领用' },
    ])
    expect((await report(sids.wang)).code).toBe(-48011)
    expect(await rows()).toMatchObject([{ state: 'rejected' }])
    await system.change`
      update device_dispute set decided_at = now() - make_interval(days => ${disputeRestDays}::integer, secs => 1)
      where id = ${dispute_id}`
    await report(sids.wang)
    expect(await rows()).toMatchObject([{ state: 'rejected' }, { state: 'open' }])
  })
})

test('the dispute list shows open ones first and searches by company, device and person', async () => {
  const { company, dispute_id, wang } = await claimed()
  const decided = await claimed()
  await decide(decided.dispute_id, 'reject')
  const idsOf = async (filters: object) =>
    (await operate('getDisputeList', filters, { token })).data.list.map(row => row.dispute_id)
  const all = await idsOf({})
  expect(all.indexOf(dispute_id)).toBeLessThan(all.indexOf(decided.dispute_id))
  expect(await idsOf({ keyword: company.name })).toEqual([dispute_id])
  expect(await idsOf({ state: 'open' })).not.toContain(decided.dispute_id)
  expect(await idsOf({ state: 'rejected' })).toContain(decided.dispute_id)
  expect(JSON.stringify(await detail(dispute_id))).not.toContain(wang.account.phone)
  expect((await operate('getSelf', {}, { token })).data.waiting.disputes).toBeGreaterThan(0)
})
