import { expect, test } from 'vitest'
import { z } from 'zod'
import { runAs } from '#server/engines/activity/context.ts'
import { newCreditCode, newIdNumber } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { ReviewProblem, review } from './identity.ts'

const portal = await testPortal()
const { make, call, system, services } = portal

const industry = await system.row(z.object({ id: z.string() }))`select id from industry order by sort limit 1`

async function licenceOf(accountId: string): Promise<string> {
  const file = await system.row(z.object({ id: z.string() }))`
  insert into stored_file (account_id, purpose, content_type, size, sha256, storage_key, file_name)
  values (${accountId}, 'licence', 'image/png', 10, '', ${`licence/${crypto.randomUUID()}`}, 'licence.png') returning id`
  if (!file) throw new Error('no file')
  return file.id
}

async function applicant() {
  const account = await make.account()
  return { account, sid: await make.session(account) }
}

const person = (sid: string, id_number = newIdNumber(), person_name = '李小明') =>
  call('wAuth', { kind: 'person', is_identity: 1, person_name, id_number }, { sid })

async function company(sid: string, accountId: string, more: { credit_code?: string; licence_file_id?: string } = {}) {
  return call(
    'wAuth',
    {
      kind: 'company',
      is_identity: 1,
      is_licence: 1,
      company_name: '蓝帆测试有限公司',
      credit_code: newCreditCode(),
      industry_id: industry?.id ?? '',
      licence_file_id: await licenceOf(accountId),
      person_name: '李小明',
      id_number: newIdNumber(),
      ...more,
    },
    { sid },
  )
}
const approve = (phone: string) =>
  runAs('test', () => review(services, { phone, decision: { state: 'approved', reason: null } }))
const reject = (phone: string, reason: string) =>
  runAs('test', () => review(services, { phone, decision: { state: 'rejected', reason } }))

test('a person submits, waits, is approved and told by SMS', async () => {
  const { account, sid } = await applicant()
  expect((await call('getVerification', {}, { sid })).data).toEqual({
    verification: null,
    prefill: null,
    is_own_required: false,
  })
  expect((await person(sid)).data).toEqual({ user_status: -2 })
  expect((await person(sid)).code).toBe(-42001)
  expect((await call('getVerification', {}, { sid })).data.verification).toMatchObject({
    state: 'under_review',
    person_name: '李**',
  })
  await approve(account.phone)
  expect((await call('wGetUserInfo', {}, { sid })).data.user_status).toBe(1)
  expect((await person(sid)).code).toBe(-42002)
  const sent = async () =>
    (await portal.app.inject({ url: `/demo/outbox?phone=${account.phone}` })).json<{ text: string }[]>()
  await expect.poll(async () => (await sent())[0]?.text).toContain('已通过审核')
})

test('the number is sealed at rest and masked in every answer', async () => {
  const { account, sid } = await applicant()
  const number = newIdNumber()
  await person(sid, number)
  const { data } = await call('getVerification', {}, { sid })
  expect(data.verification?.id_number).toBe(`${number.slice(0, 3)}***********${number.slice(-4)}`)
  const row = await system.row(z.object({ stored: z.string() }))`
  select verification::text || encode(id_number_sealed, 'escape') as stored from identity_verification verification
  where account_id = ${account.id}`
  expect(row?.stored).not.toContain(number)
  expect(row?.stored).not.toContain(number.slice(3, 14))
})

test('a rejected person is shown the reason and submits again', async () => {
  const { account, sid } = await applicant()
  await person(sid)
  await reject(account.phone, '姓名与证件不符')
  const { data } = await call('getVerification', {}, { sid })
  expect(data.verification).toMatchObject({ state: 'rejected', reason: '姓名与证件不符' })
  expect((await call('wGetUserInfo', {}, { sid })).data.user_status).toBe(-2)
  expect((await person(sid)).code).toBe(200)
})

test('one ID number verifies one person', async () => {
  const [first, second] = [await applicant(), await applicant()]
  const number = newIdNumber()
  await person(first.sid, number)
  await approve(first.account.phone)
  expect((await person(second.sid, number)).code).toBe(-42003)
})

test('approving a company creates it, with the applicant as owner and manager', async () => {
  const { account, sid } = await applicant()
  expect((await company(sid, account.id)).code).toBe(200)
  expect((await call('checkManager', {}, { sid })).data.is_company_manager).toBe(0)
  await approve(account.phone)
  expect((await call('checkManager', {}, { sid })).data.is_company_manager).toBe(1)
  expect((await call('getCompanyInfo', {}, { sid })).data).toMatchObject({
    name: '蓝帆测试有限公司',
    owner_name: '李小明',
    employee_count: 1,
  })
})

test('a registered credit code, another account’s licence and an unknown industry are refused', async () => {
  const existing = await make.company()
  const { account, sid } = await applicant()
  expect((await company(sid, account.id, { credit_code: existing.creditCode })).code).toBe(-42004)
  expect((await company(sid, account.id, { licence_file_id: await licenceOf(existing.owner.account.id) })).code).toBe(
    -42005,
  )
})

test('of two applicants for one credit code the second cannot be approved and stays under review', async () => {
  const [first, second] = [await applicant(), await applicant()]
  const credit_code = newCreditCode()
  await company(first.sid, first.account.id, { credit_code })
  await company(second.sid, second.account.id, { credit_code })
  await approve(first.account.phone)
  await expect(approve(second.account.phone)).rejects.toThrow(ReviewProblem)
  expect((await call('getVerification', {}, { sid: second.sid })).data.verification?.state).toBe('under_review')
})

test('a review is decided once when concurrent, and leaves an immutable audit entry', async () => {
  const { account, sid } = await applicant()
  await person(sid)
  // Guard: `state = 'under_review'` in the deciding update.
  const results = await Promise.allSettled(
    [...Array(5)].flatMap(() => [approve(account.phone), reject(account.phone, '重复')]),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const entries = await system.rows(
    z.object({ action: z.string() }),
  )`select action from audit_entry where target = ${`account:${account.id}`}`
  expect(entries).toHaveLength(1)
  await expect(system.change`delete from audit_entry`).rejects.toThrow('audit entries')
})

test('the form is prefilled from a partner’s registration or a rejected submission', async () => {
  const { account, sid } = await applicant()
  await company(sid, account.id)
  await reject(account.phone, '执照不清晰')
  expect((await call('getVerification', {}, { sid })).data.prefill).toMatchObject({
    company_name: '蓝帆测试有限公司',
    person_name: '李小明',
  })
})

test('each wrong field is named', async () => {
  const { sid } = await applicant()
  expect(await person(sid, '110101199002301234')).toMatchObject({
    code: -41003,
    data: 'id_number',
    msg: '身份证号的出生日期不正确',
  })
  expect(await person(sid, newIdNumber(), '李')).toMatchObject({
    code: -41003,
    data: 'person_name',
    msg: '真实姓名至少2个字',
  })
  const { body } = await portal.post('/v1/user/wAuth', { sid, kind: 'nobody' })
  expect(JSON.parse(body)).toMatchObject({ code: -41003, msg: '请选择认证类型' })
})
