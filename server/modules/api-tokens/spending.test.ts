import { expect, test } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import { creditService, serviceBalance } from '#server/modules/people/hours/hours.ts'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, services, system } = await testPortal()

async function office(scopes: readonly string[]) {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  await creditService(system, { companyId: company.id, days: 100, kind: 'gift', note: '' })
  const { secret: token } = await make.apiToken(company, { scopes })
  const add = (more: Omit<InputOf<'addCompanyUser'>, 'employees'>, own: { days?: number } = {}) =>
    call(
      'addCompanyUser',
      { employees: [{ phone: newPhone(), name: '新人', ...own }], invite: false, ...more },
      { token },
    )
  const invited = async () => (await call('getCompanyUserList', { state: 'invited' }, { sid })).data.total
  const balance = () => serviceBalance(services.companyDatabase(company.id), company.id)
  return { company, sid, token, add, invited, balance }
}

// Guard: whatever is assigned while adding a person needs the scope of the call that otherwise assigns it.
test('a token with people scope alone adds people without assigning the company’s days', async () => {
  const { token, add, invited, balance } = await office(['people:change'])
  expect(await add({ reserve_days: 30 })).toMatchObject({ code: -41052, data: 'hours:change' })
  expect(await add({}, { days: 30 })).toMatchObject({ code: -41052, data: 'hours:change' })
  const input = { employees: [{ phone: newPhone(), name: '新人', days: 30 }] }
  const planned = await call('planAccess', { call: 'addCompanyUser', input }, { token })
  expect(planned).toMatchObject({ code: -41052, data: 'hours:change' })
  expect([await invited(), await balance()]).toEqual([0, 100])
  expect((await add({})).data.added).toBe(1)
  const both = await office(['people:change', 'hours:change'])
  expect((await both.add({ reserve_days: 30 }, {})).data.added).toBe(1)
  expect(await both.balance()).toBe(70)
})

test('no token applies a template with line groups to the people it adds', async () => {
  const { company, sid, add, invited } = await office(['people:change', 'hours:change', 'lines:change'])
  const line = await make.line(company, { bound: true, sku: await make.sku({ stock: 10 }) })
  const group = await make.lineGroup(company.id, { lines: [line.id] })
  const template = { name: '模板', dept_id: null, days: null, device_limit: null, group_ids: [group.id] }
  const { template_id } = (await call('setTemplate', template, { sid })).data
  expect(await add({ template_id })).toMatchObject({ code: -41003, data: 'template_id' })
  expect(await invited()).toBe(0)
})
