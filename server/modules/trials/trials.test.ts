import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { trialPersonDays } from '#contract/trial-names.ts'
import { queues } from '#server/app/queues.ts'
import { setPolicy } from '#server/engines/approvals/policy.sql.ts'
import { waitingFor } from '#server/engines/queues.ts'
import { lineNotices } from '#server/modules/lines/line-notices.ts'
import { maintainLines } from '#server/modules/lines/upkeep.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { testPortal } from '#server/testing/portal.ts'
import { endTrials } from './ending.ts'
import { requestTrialOfChannel } from './trials.ts'

const { make, call, operate, system, services } = await testPortal()
const support = await make.operator('support')
const { token } = support
const owner = await make.operator('owner')
const job = { log: services.log, stopping: new AbortController().signal }

const open = (company_id: string, sku_id: string, more: object = {}, as = token) =>
  operate('openTrial', { company_id, sku_id, ...more }, { token: as })
const stockOf = ({ regionId, accessWayId }: Awaited<ReturnType<typeof make.sku>>) =>
  system.row(z.object({ free: z.int(), reserved: z.int() }))`
    select free, reserved from address_stock where region_id = ${regionId} and access_way_id = ${accessWayId}`
const counted = z.object({ count: z.int() })
const pass = (companyId: string) =>
  system.transaction(async transaction => {
    await transaction.change`update trial set ends_at = now() - interval '1 second' where company_id = ${companyId}`
    await transaction.change`
    update line set ends_at = trial.ends_at, trial_ends_at = trial.ends_at from trial
    where line.company_id = ${companyId} and trial.id = line.trial_id`
  })
const endAll = async () => {
  await endTrials({ ...services, system }, job)
  await maintainLines({ system }, job)
}

let company: Awaited<ReturnType<typeof make.company>>
let sid: string
beforeEach(async () => {
  company = await make.company({ managers: 1, employees: 2 })
  sid = await make.session(company.owner.account)
})
const notices = async () =>
  (await call('getNoticeList', {}, { sid })).data.list.map(({ title, text }) => `${title} ${text}`)
const balance = async () => (await call('getServiceBalance', {}, { sid })).data.balance

test('a company requests a trial once, the back office lists it, and opening gives a line and hours for two', async () => {
  const sku = await make.sku({ stock: 1 })
  expect((await call('getTrial', {}, { sid })).data).toEqual({ trial: null, available: true, has_paid: false })
  const before = (await waitingFor(system, queues, { id: support.id, roles: ['support'] })).trials ?? 0
  expect((await call('requestTrial', { note: '做 TikTok 直播' }, { sid })).data).toMatchObject({
    trial: { state: 'requested' },
  })
  expect((await call('requestTrial', {}, { sid })).code).toBe(-52020)
  expect((await waitingFor(system, queues, { id: support.id, roles: ['support'] })).trials).toBe(before + 1)
  const { data } = await operate('getTrialList', { company_id: company.id }, { token })
  expect(data.list).toMatchObject([{ state: 'requested', note: '做 TikTok 直播', requested_by: expect.any(String) }])

  expect((await open(company.id, sku.id)).code).toBe(200)
  const own = (await call('getTrial', {}, { sid })).data
  expect(own).toMatchObject({ available: false, trial: { state: 'active' } })
  const days = (Date.parse(own.trial?.ends_at ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(2.99)
  expect(days).toBeLessThanOrEqual(3)
  expect(await balance()).toBe(trialPersonDays)
  expect(await stockOf(sku)).toEqual({ free: 1, reserved: 1 })
  const line = (await call('getCompanyVplDetail', { svp_id: own.trial?.svp_id ?? '' }, { sid })).data
  expect(line).toMatchObject({ state: 'unbound', order_id: null, order_number: null })
  expect((await waitingFor(system, queues, { id: support.id, roles: ['support'] })).trials).toBe(before)
  expect((await call('requestTrial', {}, { sid })).code).toBe(-52021)
})

test('a company that has paid counts as a customer, and one with an unpaid order does not', async () => {
  const hasPaid = async () => (await call('getTrial', {}, { sid })).data.has_paid
  await make.order(company, { state: 'pending' })
  expect(await hasPaid()).toBe(false)
  await make.order(company, { state: 'refunded' })
  expect(await hasPaid()).toBe(true)
})

test('no order, invoice or revenue includes a trial', async () => {
  const sku = await make.sku({ stock: 1 })
  await open(company.id, sku.id)
  expect((await call('getOrderList', {}, { sid })).data.total).toBe(0)
  expect((await call('getInvoiceableOrderList', {}, { sid })).data.list).toEqual([])
  expect(await system.row(counted)`select count(*) as count from shop_order where company_id = ${company.id}`).toEqual({
    count: 0,
  })
  expect(await system.row(counted)`select count(*) as count from payment where company_id = ${company.id}`).toEqual({
    count: 0,
  })
})

test('a trial ends automatically: unassigned hours and the address are returned, once', async () => {
  const sku = await make.sku({ stock: 1 })
  await open(company.id, sku.id)
  const [one] = company.employees
  await call('setCompanyUserService', { employee_ids: [one?.id ?? ''], days: 2 }, { sid })
  await endAll()
  // Its time isn't over.
  expect(await balance()).toBe(trialPersonDays - 2)
  const state = async () => (await call('getCompanyInfo', {}, { sid })).data.state
  const listed = async () =>
    (await operate('getCompanyList', { state: 'trial', page_size: 100 }, { token })).data.list.filter(
      ({ company_id }) => company_id === company.id,
    )
  expect([await state(), (await listed()).map(each => each.state)]).toEqual(['trial', ['trial']])
  await pass(company.id)
  // No address of such a line is kept, so no other notice reports its end.
  await lineNotices({ ...services, system }, job)
  await endAll()
  expect([await state(), await listed()]).toEqual(['active', []])
  const said = '产品试用已结束 试用的专线已停用，地址不再保留；继续使用请购买专线。未分配的 4 人天已收回。'
  expect((await notices()).filter(text => !text.startsWith('产品试用已开通'))).toEqual([said])
  expect(await balance()).toBe(0)
  expect((await call('getTrial', {}, { sid })).data).toMatchObject({ available: false, trial: { state: 'ended' } })
  expect((await call('getCompanyVplList', {}, { sid })).data.list).toEqual([])
  expect(await stockOf(sku)).toEqual({ free: 1, reserved: 0 })
  await endAll()
  expect(await balance()).toBe(0)
})

test('the end of a trial keeps what the company bought and a line that was extended', async () => {
  const sku = await make.sku({ stock: 2 })
  await open(company.id, sku.id)
  await creditService(system, { companyId: company.id, days: 60, kind: 'purchase', note: '' })
  const ids = company.employees.map(({ id }) => id)
  await call('setCompanyUserService', { employee_ids: ids, days: 10 }, { sid })
  const svp_id = (await call('getTrial', {}, { sid })).data.trial?.svp_id ?? ''
  await system.change`update line set ends_at = ends_at + interval '30 days' where id = ${svp_id}`
  await system.change`update trial set ends_at = now() - interval '1 second' where company_id = ${company.id}`
  await endAll()
  expect((await notices())[0]).toBe('产品试用已结束 试用的专线已续期，继续使用。')
  // All six days of the trial were assigned first.
  expect(await balance()).toBe(60 + trialPersonDays - 20)
  expect((await call('getCompanyVplDetail', { svp_id }, { sid })).data.state).toBe('unbound')
})

test('the end of a trial takes no bought hours that came back after its own were handed out', async () => {
  const sku = await make.sku({ stock: 1 })
  await creditService(system, { companyId: company.id, days: 60, kind: 'purchase', note: '' })
  const [one = '', other = ''] = company.employees.map(({ id }) => id)
  await call('setCompanyUserService', { employee_ids: [one], days: 60 }, { sid })
  await open(company.id, sku.id)
  await call('setCompanyUserService', { employee_ids: [other], days: trialPersonDays }, { sid })
  await call('delCompanyUser', { employee_ids: [one] }, { sid })
  const before = await balance()
  expect(before).toBeGreaterThan(trialPersonDays)
  await pass(company.id)
  await endAll()
  expect(await balance()).toBe(before)
})

test('a company gets one trial, unless an owner opens another with a reason', async () => {
  const sku = await make.sku({ stock: 3 })
  await open(company.id, sku.id)
  expect((await open(company.id, sku.id, { reason: '再给一次' })).code).toBe(-53121)
  expect((await open(company.id, sku.id, { reason: '再给一次' }, owner.token)).code).toBe(-53120)
  await pass(company.id)
  await endAll()
  expect((await open(company.id, sku.id, {}, owner.token)).code).toBe(-53121)
  expect((await open(company.id, sku.id, { reason: '首次试用时线路故障' }, owner.token)).code).toBe(200)
})

test('two concurrent openings open one trial, the last address goes to one company, nothing is half done', async () => {
  const sku = await make.sku({ stock: 3 })
  const codes = (await Promise.all([1, 2, 3].map(() => open(company.id, sku.id)))).map(({ code }) => code).sort()
  // Guard: the lock of the company's row, and the unique indexes of trial.
  expect(codes).toEqual([-53121, -53121, 200])
  expect(await balance()).toBe(trialPersonDays)
  expect((await stockOf(sku))?.reserved).toBe(1)

  const scarce = await make.sku({ stock: 1 })
  const others = [await make.company(), await make.company()]
  const answers = await Promise.all(others.map(({ id }) => open(id, scarce.id)))
  expect(answers.map(({ code }) => code).sort()).toEqual([-49006, 200])
  const refused = others[answers.findIndex(({ code }) => code !== 200)]
  const left = await system.row(counted)`select count(*) as count from trial where company_id = ${refused?.id ?? ''}`
  expect(left).toEqual({ count: 0 })
})

test('two managers’ concurrent requests make one request', async () => {
  const manager = await make.session(company.managers[0]?.account ?? company.owner.account)
  const answers = await Promise.all([sid, manager, sid, manager].map(as => call('requestTrial', {}, { sid: as })))
  // Guard: the unique index one_trial_at_a_time, which "on conflict do nothing" waits for.
  expect(answers.map(({ code }) => code).sort()).toEqual([-52020, -52020, -52020, 200])
  const rows = await system.row(counted)`select count(*) as count from trial where company_id = ${company.id}`
  expect(rows).toEqual({ count: 1 })
})

test('two operators who open the same request at once open one trial, with one line and its hours once', async () => {
  const sku = await make.sku({ stock: 4 })
  await call('requestTrial', {}, { sid })
  const other = await make.operator('support')
  const by = [token, other.token, token, other.token]
  const codes = (await Promise.all(by.map(as => open(company.id, sku.id, {}, as)))).map(({ code }) => code).sort()
  // Guard: lockCompany's lock; without it the later ones find no trial yet, and only the index stops them (-53120).
  expect(codes).toEqual([-53121, -53121, -53121, 200])
  expect(await balance()).toBe(trialPersonDays)
  expect((await stockOf(sku))?.reserved).toBe(1)
})

test('with a policy for given hours a trial needs a second operator; a frozen company gets none', async () => {
  const sku = await make.sku({ stock: 2 })
  const policy = { kind: 'hours', roles: ['owner' as const] } as const
  await setPolicy(system, { ...policy, roles: [...policy.roles], threshold: trialPersonDays })
  try {
    expect((await open(company.id, sku.id)).code).toBe(-53013)
    expect(await balance()).toBe(0)
  } finally {
    await setPolicy(system, { ...policy, roles: [...policy.roles], threshold: null })
  }
  const frozen = await make.company({ state: 'frozen' })
  expect((await open(frozen.id, sku.id)).code).toBe(-53301)
})

test('a request can be declined with a reason that the company sees, and made again', async () => {
  await call('requestTrial', {}, { sid })
  const trial_id = (await operate('getTrialList', { company_id: company.id }, { token })).data.list[0]?.trial_id ?? ''
  expect((await operate('declineTrial', { trial_id, reason: '请先补充业务说明' }, { token })).code).toBe(200)
  expect((await operate('declineTrial', { trial_id, reason: '再来一次' }, { token })).code).toBe(-53301)
  const { trial, available } = (await call('getTrial', {}, { sid })).data
  expect([trial?.state, trial?.reason, available]).toEqual(['declined', '请先补充业务说明', true])
  expect(await notices()).toEqual(['试用申请未通过 产品试用的申请未通过：请先补充业务说明。可以补充说明后再次申请。'])
  expect((await call('requestTrial', {}, { sid })).code).toBe(200)
})

test('a company that came through a partner’s page gets a trial request automatically', async () => {
  await system.transaction(transaction => requestTrialOfChannel(transaction, company.id))
  expect((await call('getTrial', {}, { sid })).data.trial).toBeNull()
  const code = await make.promotionCode()
  await system.change`
    insert into channel_registration (promotion_code, account_id, company_name, credit_code, industry_id, size, contact_name)
    select ${code}, ${company.owner.account.id}, '企业', '91440300MAXX000013', industry.id, '1-50人', '叶清和'
    from industry limit 1`
  await system.transaction(transaction => requestTrialOfChannel(transaction, company.id))
  expect((await call('getTrial', {}, { sid })).data.trial).toMatchObject({
    state: 'requested',
    note: '渠道注册时获得试用资格',
  })
})
