import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, operate, system } = await testPortal({
  CROSS_BORDER_CONSENT_FROM: '2026-01-01',
  CLIENT_KEYS_REQUIRED_FROM: '2026-01-01',
})
const sku = await make.sku({ stock: 100 })
const { token } = await make.operator('support')
const key = 'k'.repeat(43)

/** Creates a person who may use a line on a device, and fetches the explanation for every role that may read it. */
async function office() {
  const company = await make.company()
  const served = new Date(Date.now() + 9 * 86_400_000)
  const person = await make.employee(company.id, { serviceEndsAt: served })
  const device = await make.device({ companyId: company.id, employeeId: person.id })
  await system.change`update device set key_id = ${key} where id = ${device.id}`
  const line = await make.line(company, { sku, bound: true })
  await make.lineGroup(company.id, { lines: [line.id], employees: [person.id] })
  await call(
    'giveConsent',
    { kind: 'cross_border', is_agree: 1 },
    { sid: await make.session(person.account, { deviceKey: key }) },
  )
  const sid = await make.session(company.owner.account)
  const question = { employee_id: person.id, device_id: device.id, svp_id: line.id }
  const why = async () => {
    const { data } = await call('explainAccess', question, { sid })
    const supported = await operate('getCompanyAccess', { company_id: company.id, ...question }, { token })
    expect(supported.data).toEqual(data)
    const mend = data.conditions.find(({ condition }) => condition === data.first)?.mend
    return { first: data.first, by: mend?.by ?? null, offered: data.devices[0]?.usable }
  }
  return { company, person, device, sid, why }
}

test('a missing consent is explained to managers as it is to the client', async () => {
  const { person, device, why } = await office()
  const own = await make.session(person.account, { deviceKey: key })
  const lines = () => call('getUsableLines', { device_id: device.id }, { sid: own })
  expect(await lines()).toMatchObject({ code: 200, data: { total: 1 } })
  expect(await why()).toEqual({ first: null, by: null, offered: true })
  await call('withdrawConsent', { kind: 'cross_border' }, { sid: own })
  expect((await lines()).code).toBe(-48018)
  expect(await why()).toEqual({ first: 'consent', by: 'employee', offered: true })
  const mine = (await call('explainMyAccess', { device_id: device.id }, { sid: own })).data
  expect([mine.first, mine.lines[0]?.text]).toEqual(['consent', '本人还没有同意个人信息出境'])
})

test('an account that the provider has disabled is given as the reason, and the company’s log records it', async () => {
  const { person, sid, why } = await office()
  const set = (state: 'active' | 'disabled') =>
    operate('setAccountState', { account_id: person.account.id, state, reason: '冒用' }, { token })
  await set('disabled')
  expect(await why()).toEqual({ first: 'account', by: 'provider', offered: true })
  await set('active')
  expect((await why()).first).toBeNull()
  const { list } = (await call('getCompanyActivity', { employee_id: person.id }, { sid })).data
  expect(list.map(({ action }) => action)).toEqual(['employee.account_enabled', 'employee.account_disabled'])
  expect(JSON.stringify(list)).not.toContain('冒用')
})

test('a client without a key, or below a compulsory version, is given as the reason', async () => {
  const { device, why } = await office()
  await system.change`update device set key_id = null where id = ${device.id}`
  expect(await why()).toEqual({ first: 'client', by: 'employee', offered: false })
  await system.change`update device set key_id = ${key}, client_version = '0.9.0' where id = ${device.id}`
  expect((await why()).first).toBeNull()
  const { id } = await make.installer({ version: '1.0.0' })
  await system.change`update installer set force_update = true where id = ${id}`
  expect(await why()).toEqual({ first: 'client', by: 'employee', offered: false })
})
