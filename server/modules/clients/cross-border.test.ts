import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, system, services } = await testPortal({ CROSS_BORDER_CONSENT_FROM: '2026-01-01' })
const before = await testPortal({ CROSS_BORDER_CONSENT_FROM: '2999-01-01' })

async function working(on: Pick<typeof before, 'make' | 'system'> = { make, system }) {
  const company = await on.make.company({ employees: 1 })
  const [person] = company.employees
  if (!person) throw new Error('nobody was made')
  await on.system.change`update employee set service_ends_at = now() + interval '10 days' where id = ${person.id}`
  const { id: device_id } = await on.make.device({ companyId: company.id, employeeId: person.id })
  return { company, person, device_id, sid: await on.make.session(person.account) }
}

type Working = Awaited<ReturnType<typeof working>>

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

// Guard: `listKeptOut`. What the company grants stays the same, so the client would go on until its next request.
test.each([
  ['withdraws the consent', -48018, ({ sid }: Working) => withdraw(sid)],
  [
    'is disabled by the provider',
    -41016,
    ({ person }: Working) => system.change`update account set state = 'disabled' where id = ${person.account.id}`,
  ],
])(
  'a client whose person %s while it waits is told within seconds',
  async (_, code, act) => {
    const its = await working()
    const colleague = await make.employee(its.company.id, { serviceEndsAt: new Date(Date.now() + 86_400_000) })
    const other = await make.device({ companyId: its.company.id, employeeId: colleague.id })
    const as = await make.session(colleague.account)
    const ask = async (device_id: string, sid: string) => {
      await agree(sid)
      const { version } = (await call('getUsableLines', { device_id }, { sid })).data
      const waiting = call('waitForChange', { device_id, version }, { sid })
      return Promise.resolve(waiting)
    }
    const before = services.changes.waiting()
    const [own, others] = [Promise.resolve(ask(its.device_id, its.sid)), Promise.resolve(ask(other.id, as))]
    await expect.poll(services.changes.waiting).toBe(before + 2)
    await act(its)
    expect((await own).data).toEqual({ changed: true })
    expect((await call('getUsableLines', { device_id: its.device_id }, { sid: its.sid })).code).toBe(code)
    expect(services.changes.waiting()).toBe(before + 1)
    await system.change`update employee set device_limit = 0 where id = ${colleague.id}`
    expect((await others).data).toEqual({ changed: true })
  },
  20_000,
)

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
