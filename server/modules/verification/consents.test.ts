import { expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { findPersonal } from '#server/modules/access/personal.ts'
import { recordConsent } from '#server/modules/accounts/consents.sql.ts'
import { verificationOf } from '#server/modules/companies/operations.sql.ts'
import { newIdNumber } from '#server/testing/identities.ts'
import { untilBlocked } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { review } from './identity.ts'

const { call, make, operate, system, services } = await testPortal()
const password = 'Blue-Sail-7'

async function submitted() {
  const account = await make.account({ password })
  const logged = await call('wLogin', { is_agree: 1, username: account.phone, password })
  const { sid } = logged.data
  const input = { kind: 'person', is_identity: 1, person_name: '李小明', id_number: newIdNumber() } as const
  expect((await call('wAuth', input, { sid })).code).toBe(200)
  return { account, sid, input }
}
const consents = async (sid: string) => (await call('getConsents', {}, { sid })).data.list
const withdraw = (sid: string) => call('withdrawConsent', { kind: 'identity' }, { sid })

test('a consent is recorded once with version, time and request, and is in the export', async () => {
  const { account, sid } = await submitted()
  await call('wLogin', { is_agree: 1, username: account.phone, password })
  const list = await consents(sid)
  expect(list.map(({ kind, withdrawn_at }) => [kind, withdrawn_at])).toEqual([
    ['identity', null],
    ['terms', null],
  ])
  const kept = await system.rows(
    z.object({ kind: z.string(), version: z.string(), request_id: z.string().nullable() }),
  )`select kind, version, request_id from consent where account_id = ${account.id} order by id`
  expect(kept).toEqual([
    { kind: 'terms', version: expect.stringMatching(/\d/), request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    { kind: 'identity', version: '2026-12', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ])
  expect((await call('exportAccount', {}, { sid })).data.account).toMatchObject({
    consents: [{ kind: 'identity' }, { kind: 'terms' }],
  })
})

test('an ID number is refused without its separate consent', async () => {
  const account = await make.account()
  const sid = await make.session(account)
  // An older client has no such box.
  const old = { kind: 'person', person_name: '李小明', id_number: newIdNumber() } as unknown as InputOf<'wAuth'>
  expect(await call('wAuth', old, { sid })).toMatchObject({ code: -41003, data: 'is_identity' })
})

test('withdrawing consent deletes the identity at once; it can be submitted again', async () => {
  const { account, sid, input } = await submitted()
  await runAs('test', () => review(services, { phone: account.phone, decision: { state: 'approved', reason: null } }))
  expect((await call('wGetUserInfo', {}, { sid })).data.user_status).toBe(1)
  const answers = await Promise.all([withdraw(sid), withdraw(sid)])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([-42008, 200])
  expect((await call('wGetUserInfo', {}, { sid })).data.user_status).toBe(-2)
  const row = await system.row(z.object({ person_name: z.string(), sealed: z.int(), id_number_masked: z.string() }))`
    select person_name, length(id_number_sealed) as sealed, id_number_masked from identity_verification
    where account_id = ${account.id}`
  expect(row).toEqual({ person_name: '已撤回', sealed: 0, id_number_masked: '' })
  expect((await consents(sid))[0]).toMatchObject({ kind: 'identity', withdrawn_at: expect.any(String) })
  expect((await call('wAuth', input, { sid })).code).toBe(200)
  expect((await consents(sid)).filter(({ kind }) => kind === 'identity')).toHaveLength(2)
})

test('an owner must transfer the company before withdrawing; erasing an account deletes its consents', async () => {
  const company = await make.company()
  expect((await withdraw(await make.session(company.owner.account))).code).toBe(-42007)
  const { account, sid } = await submitted()
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  expect(
    await system.rows(z.object({ kind: z.string() }))`select kind from consent where account_id = ${account.id}`,
  ).toEqual([])
})

/** Creates a company whose former owner still works in it. */
async function formerOwner() {
  const company = await make.company({ managers: 1 })
  const [next] = company.managers
  await system.change`update employee set role = 'employee' where id = ${company.owner.id}`
  await system.change`update employee set role = 'owner' where id = ${next?.id}`
  const { account, id: employeeId } = company.owner
  const sid = await make.session(account)
  const input = { kind: 'person', is_identity: 1, person_name: '李小明', id_number: newIdNumber() } as const
  const verified = async () => (await findPersonal(system, company.id, employeeId))?.verified
  return { company, account, sid, verified, verify: () => call('wAuth', input, { sid }) }
}

// Guard: functions/end_claims.sql. With the claim of the former company the account could never be verified again.
test('a former owner who leaves may verify anew, and the company keeps its verification', async () => {
  const { company, account, sid, verified, verify } = await formerOwner()
  expect(await verified()).toBe(true)
  expect((await verify()).code).toBe(-42002)
  expect((await call('leaveCompany', { company_id: company.id }, { sid })).code).toBe(200)
  expect((await call('getVerification', {}, { sid })).data.verification).toBeNull()
  expect((await call('wGetUserInfo', {}, { sid })).data.user_status).toBe(-1)
  expect((await verify()).code).toBe(200)
  await runAs('test', () => review(services, { phone: account.phone, decision: { state: 'approved', reason: null } }))
  expect((await call('wGetUserInfo', {}, { sid })).data.user_status).toBe(1)
  expect(await verificationOf(system, company.creditCode)).toMatchObject({ person_name: '张三' })
})

// Guard: newest-verification.ts. The rejection came before the approval, and would replace it.
test('a former owner who leaves is not told of an earlier rejection', async () => {
  const { company, account, sid } = await formerOwner()
  const { id } = await make.verification(account, { kind: 'company', state: 'rejected' })
  await system.change`update identity_verification set created_at = now() - interval '1 year' where id = ${id}`
  expect((await call('leaveCompany', { company_id: company.id }, { sid })).code).toBe(200)
  expect((await call('getVerification', {}, { sid })).data.verification).toBeNull()
  expect((await call('wGetUserInfo', {}, { sid })).data.user_status).toBe(-1)
  const { list } = (await operate('getAccountList', { keyword: account.phone }, await make.operator('support'))).data
  expect(list).toMatchObject([{ account_id: account.id, verification: 'none' }])
})

// Guard: `claim_ended_at` in `eraseVerifications`. Without it a person without any identity counts as verified.
test('a former owner who withdraws the identity counts as verified no more', async () => {
  const { company, account, sid, verified, verify } = await formerOwner()
  await recordConsent(system, account.id, 'identity', '2026-12', crypto.randomUUID())
  expect((await withdraw(sid)).code).toBe(200)
  expect(await verified()).toBe(false)
  expect((await verify()).code).toBe(200)
  expect(await verificationOf(system, company.creditCode)).toMatchObject({ person_name: '已撤回' })
})

// Guard: `lockVerifications` before the company's owner is looked up. Without it the approved company loses its verification and
// its licence, and its owner the identity that it rests on, or the whole account.
test.each([
  ['withdrawing consent', -42007, (sid: string) => withdraw(sid)],
  ['erasing the account', -41018, (sid: string) => call('deleteAccount', { password }, { sid })],
] as const)(
  '%s waits for an approval under way, and is refused to who owns the company by then',
  async (_, code, act) => {
    const account = await make.account({ password })
    const { sid } = (await call('wLogin', { is_agree: 1, username: account.phone, password })).data
    const licence = await system.row(z.object({ id: z.uuid() }))`
      insert into stored_file (account_id, purpose, content_type, size, sha256, storage_key, file_name)
      values (${account.id}, 'licence', 'image/png', 1, '', ${`test/${account.id}`}, 'a.png') returning id`
    await make.verification(account, { kind: 'company', state: 'under_review', licenceFileId: licence?.id ?? '' })
    await system.change`
    insert into consent (account_id, kind, version, request_id) values (${account.id}, 'identity', '2026-12', 'test')`
    const standing = () =>
      system.row(z.object({ state: z.string(), person_name: z.string(), licence: z.boolean() }))`
      select state, person_name, licence_file_id is not null as licence from identity_verification
      where account_id = ${account.id}`
    const before = await standing()
    let acting: Promise<{ code: number }> | undefined
    await system.transaction(async transaction => {
      const approve = { state: 'approved', reason: null } as const
      await runAs('test', () =>
        review({ ...services, system: transaction }, { phone: account.phone, decision: approve }),
      )
      acting = act(sid)
      await untilBlocked(system)
    })
    expect((await acting)?.code).toBe(code)
    expect(before).toMatchObject({ state: 'under_review', licence: true })
    expect(await standing()).toEqual({ ...before, state: 'approved' })
  },
)
