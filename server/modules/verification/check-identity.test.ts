import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { answerAsService } from '#server/integrations/identity/sandbox.ts'
import { counterpart } from '#server/testing/counterpart.ts'
import { newIdNumber } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const logged: string[] = []
const log = pino(
  new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk))
      done()
    },
  }),
)
const portal = await testPortal({ IDENTITY: 'sandbox' }, log)
const automatic = await testPortal({ IDENTITY_AUTO_APPROVE: '1' })

async function applicant(on = portal) {
  const account = await on.make.account()
  return { account, sid: await on.make.session(account) }
}

const submit = (sid: string, person_name: string, { on = portal, id_number = newIdNumber() } = {}) =>
  on.call('wAuth', { kind: 'person', is_identity: 1, person_name, id_number }, { sid })

const kept = (accountId: string, on = portal) =>
  on.system.row(
    z.object({ state: z.string(), check_result: z.string().nullable(), checked_by: z.string().nullable() }),
  )`
    select state, check_result, checked_by from identity_verification where account_id = ${accountId}`

/** Returns what the reviewer of the newest submission sees about its number. */
async function readByReviewer(accountId: string): Promise<string[]> {
  const { token } = await portal.make.operator('support')
  const row = await portal.system.row(z.object({ id: z.string() }))`
    select id from identity_verification where account_id = ${accountId}`
  const { data } = await portal.operate('getVerificationForReview', { verification_id: row?.id ?? '' }, { token })
  return data.checks.map(({ text }) => text)
}

test('a match is noted for the reviewer, and decides nothing by itself', async () => {
  const { account, sid } = await applicant()
  expect((await submit(sid, '王小明')).data).toEqual({ user_status: -2 })
  expect(await kept(account.id)).toEqual({ state: 'under_review', check_result: 'match', checked_by: '演示' })
  expect(await readByReviewer(account.id)).toContain('姓名与身份证号一致（核验服务：演示）')
})

// Guard: `identity-check` in checkIdentity, counted on separate connections so that a refusal does not return it.
test('a name that does not match the number is refused at the field, five times a day', async () => {
  const { account, sid } = await applicant()
  for (let tried = 0; tried < 5; tried++) expect((await submit(sid, '不符小明')).code).toBe(-42009)
  expect(await submit(sid, '王小明')).toMatchObject({ code: -42010, data: 5 })
  expect(await kept(account.id)).toBeUndefined()
  // The number has left the portal, so the consent to that stays on record.
  expect((await portal.call('getConsents', {}, { sid })).data.list).toMatchObject([{ kind: 'identity' }])
})

test.each(['无名小明', '故障小明'])('%s, for whom the service has no result, is reviewed by hand', async name => {
  const { account, sid } = await applicant()
  expect((await submit(sid, name)).data).toEqual({ user_status: -2 })
  expect(await kept(account.id)).toMatchObject({ state: 'under_review', check_result: 'undecided' })
  expect(await readByReviewer(account.id)).toContain('核验服务（演示）未能确认姓名与身份证号，须人工核对')
})

test('neither the number nor the name is logged', async () => {
  const { sid } = await applicant()
  const id_number = newIdNumber()
  await submit(sid, '故障欧阳测试', { id_number })
  const text = logged.join('')
  expect(text).toContain('an identity was not checked')
  expect(text).not.toContain('欧阳测试')
  expect(text).not.toContain(id_number)
})

// Guard: lockSession and holdsConsent in wAuth. The service may take seconds, and nobody would erase what is written after that.
test.each([
  ['erases the account', 'deleteAccount', { password: 'Blue-Sail-7' }, -41016],
  ['withdraws the consent', 'withdrawConsent', { kind: 'identity' }, -41003],
] as const)('a person who %s while the service checks leaves no identity behind', async (_, name, input, code) => {
  const account = await portal.make.account({ password: 'Blue-Sail-7' })
  const sid = await portal.make.session(account)
  const service = portal.services.identity ?? expect.unreachable()
  const checked = vi.spyOn(service, 'check').mockImplementation(async () => {
    expect((await portal.call(name, input as never, { sid })).code).toBe(200)
    return 'match'
  })
  onTestFinished(() => checked.mockRestore())
  expect((await submit(sid, '王小明')).code).toBe(code)
  expect(await kept(account.id)).toBeUndefined()
})

test('an applicant under review is not checked again', async () => {
  const { sid } = await applicant()
  await submit(sid, '王小明')
  for (let tried = 0; tried < 6; tried++) expect((await submit(sid, '王小明')).code).toBe(-42001)
})

// Guard: `spendCheck` before the number is looked up. Without it one account can test any number for an account.
test('whether a number has an account is answered five times a day, and only to people who may submit a verification', async () => {
  const [taken, asking] = [await applicant(automatic), await applicant(automatic)]
  const id_number = newIdNumber()
  const ask = ({ sid }: { sid: string }) => submit(sid, '王小明', { on: automatic, id_number })
  expect((await ask(taken)).code).toBe(200)
  for (let tried = 0; tried < 5; tried++) expect((await ask(asking)).code).toBe(-42003)
  expect((await ask(asking)).code).toBe(-42010)
  expect((await ask(taken)).code).toBe(-42002)
})

test('where so configured a match is approved at once, except for a number already taken', async () => {
  const { account, sid } = await applicant(automatic)
  const id_number = newIdNumber()
  expect((await submit(sid, '王小明', { on: automatic, id_number })).data).toEqual({ user_status: 1 })
  expect(await kept(account.id, automatic)).toMatchObject({ state: 'approved' })
  const audit = await automatic.system.rows(z.object({ actor: z.string() }))`
    select actor from audit_entry where action = 'verification.approved' and target = ${`account:${account.id}`}`
  expect(audit).toEqual([{ actor: '核验服务（演示）' }])
  const other = await applicant(automatic)
  expect((await submit(other.sid, '王小明', { on: automatic, id_number })).code).toBe(-42003)
  const undecided = await applicant(automatic)
  expect((await submit(undecided.sid, '无名小明', { on: automatic })).data).toEqual({ user_status: -2 })
})

test('a timeout, a refused key or a used-up daily limit leaves the check to the reviewer', async () => {
  const key = { id: 'key', secret: 'secret' }
  const address = await counterpart(request => answerAsService(request, { ...key, secret: 'another' }))
  const real = {
    IDENTITY: 'aliyun',
    IDENTITY_ENDPOINT: `http://${address}`,
    IDENTITY_ACCESS_KEY_ID: key.id,
    IDENTITY_ACCESS_KEY_SECRET: key.secret,
  }
  for (const environment of [real, { IDENTITY: 'sandbox', IDENTITY_DAILY_LIMIT: '0' }]) {
    const on = await testPortal(environment)
    const { account, sid } = await applicant(on)
    expect((await submit(sid, '不符小明', { on })).data).toEqual({ user_status: -2 })
    expect(await kept(account.id, on)).toMatchObject({ state: 'under_review', check_result: 'undecided' })
  }
})
