import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, system } = await testPortal({ CROSS_BORDER_CONSENT_FROM: '2026-01-01' })
const before = await testPortal({ CROSS_BORDER_CONSENT_FROM: '2999-01-01' })

async function working(on: Pick<typeof before, 'make' | 'system'> = { make, system }) {
  const company = await on.make.company({ employees: 1 })
  const [person] = company.employees
  if (!person) throw new Error('nobody was made')
  await on.system.change`update employee set service_ends_at = now() + interval '10 days' where id = ${person.id}`
  const { id: device_id } = await on.make.device({ companyId: company.id, employeeId: person.id })
  return { company, person, device_id, sid: await on.make.session(person.account) }
}

const agree = (sid: string) => call('giveConsent', { kind: 'cross_border', is_agree: 1 }, { sid })
const withdraw = (sid: string) => call('withdrawConsent', { kind: 'cross_border' }, { sid })

// Guard: requireLineUser.
test('a person added by a company gets no line before consenting, nor after withdrawing', async () => {
  const { sid, device_id } = await working()
  const lines = () => call('getUsableLines', { device_id }, { sid })
  const wait = () => call('waitForChange', { device_id, version: 'another' }, { sid })
  expect((await lines()).code).toBe(-48018)
  expect((await wait()).code).toBe(-48018)
  expect((await call('getMyService', {}, { sid })).data.consent_due).toBe('2026-01-01')
  expect((await agree(sid)).code).toBe(200)
  expect((await lines()).code).toBe(200)
  expect((await wait()).code).toBe(200)
  expect((await call('getMyService', {}, { sid })).data.consent_due).toBeNull()
  expect((await call('getConsents', {}, { sid })).data.list).toMatchObject([
    { kind: 'cross_border', version: '2026-11', withdrawn_at: null },
  ])
  expect((await withdraw(sid)).code).toBe(200)
  expect((await withdraw(sid)).code).toBe(-42008)
  expect((await lines()).code).toBe(-48018)
  expect((await agree(sid)).code).toBe(200)
  expect((await lines()).code).toBe(200)
})

test('consent applies to the current version of the text; another version needs a new one', async () => {
  const { sid, device_id, person } = await working()
  await agree(sid)
  await system.change`update consent set version = '2020-01' where account_id = ${person.account.id}`
  expect((await call('getUsableLines', { device_id }, { sid })).code).toBe(-48018)
})

test('withdrawing consent keeps the identity data, and an owner may withdraw too', async () => {
  const { company } = await working()
  const sid = await make.session(company.owner.account)
  await agree(sid)
  expect(await withdraw(sid)).toMatchObject({ code: 200, data: { user_status: 1 } })
})

test('before the configured day people are asked for consent and keep their lines', async () => {
  const { sid, device_id } = await working(before)
  expect((await before.call('getMyService', {}, { sid })).data).toMatchObject({ consent_due: '2999-01-01' })
  expect((await before.call('getUsableLines', { device_id }, { sid })).code).toBe(200)
})
