import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, operate, system } = await testPortal()
const sku = await make.sku({ stock: 100 })

async function office() {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const department = await make.department(company.id, { name: '运营中心' })
  const served = new Date(Date.now() + 9 * 86_400_000)
  const person = await make.employee(company.id, {
    name: '陈雨桐',
    departmentId: department.id,
    serviceEndsAt: served,
  })
  const device = await make.device({ companyId: company.id, employeeId: person.id })
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  const other = await make.line(company, { name: '东京-02', sku })
  await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id, other.id], departments: [department.id] })
  const own = await make.session(person.account)
  return { company, sid, own, person, device, line, other }
}

test('a manager, support and the person get the same explanation', async () => {
  const { company, sid, own, person, device, line, other } = await office()
  const input = { employee_id: person.id, device_id: device.id, svp_id: line.id }
  const { data } = await call('explainAccess', input, { sid })
  expect(data).toMatchObject({
    allowed: true,
    first: null,
    person: { name: '陈雨桐', dept_path: '运营中心' },
    device: { device_id: device.id },
    line: { name: '东京-01' },
    devices: [{ device_id: device.id, usable: true }],
    reasons: [{ group_name: '日本店铺', dept_path: '运营中心' }],
  })
  const { token } = await make.operator('support')
  const supported = await operate('getCompanyAccess', { company_id: company.id, ...input }, { token })
  expect(supported.data).toEqual(data)
  const mine = (await call('explainMyAccess', { device_id: device.id }, { sid: own })).data
  expect(mine.lines).toEqual([
    { svp_id: line.id, name: '东京-01', usable: true, text: '可以使用' },
    { svp_id: other.id, name: '东京-02', usable: false, text: '专线还没有绑定地址' },
  ])

  await system.change`update device set auth_state = 'suspended' where id = ${device.id}`
  const now = (await call('explainAccess', input, { sid })).data
  expect([now.allowed, now.first]).toEqual([false, 'device'])
  const explained = (await call('explainMyAccess', { device_id: device.id }, { sid: own })).data
  expect([explained.first, explained.lines.map(({ usable }) => usable)]).toEqual(['device', [false, false]])
  // The client's answer agrees with the explanation.
  expect((await call('getUsableLines', { device_id: device.id }, { sid: own })).data).toMatchObject({
    usable: false,
    reason: 'device_suspended',
  })
})

test('the grant is shown as met even for a person who may currently use nothing', async () => {
  const { sid, person, line } = await office()
  await system.change`update employee set state = 'disabled' where id = ${person.id}`
  const { data } = await call('explainAccess', { employee_id: person.id, svp_id: line.id }, { sid })
  expect(data.first).toBe('employment')
  expect(data.conditions.find(({ condition }) => condition === 'grant')?.state).toBe('met')
})

test('an explanation reveals nothing of another company or another person', async () => {
  const [mine, theirs] = [await office(), await office()]
  const ask = async (input: object) =>
    (await call('explainAccess', { employee_id: mine.person.id, ...input }, { sid: mine.sid })).code
  expect(await ask({ employee_id: theirs.person.id })).toBe(-47001)
  expect(await ask({ device_id: theirs.device.id })).toBe(-48001)
  expect(await ask({ svp_id: theirs.line.id })).toBe(-52001)
  const colleague = await make.employee(mine.company.id)
  expect(await ask({ employee_id: colleague.id, device_id: mine.device.id })).toBe(-48001)
  const own = await make.session(colleague.account)
  expect((await call('explainMyAccess', { device_id: mine.device.id }, { sid: own })).code).toBe(-48001)
  const nobody = await make.session(await make.account())
  expect((await call('explainMyAccess', {}, { sid: nobody })).code).toBe(-48010)
  const { token } = await make.operator('finance')
  const requested = { company_id: mine.company.id, employee_id: mine.person.id }
  expect((await operate('getCompanyAccess', requested, { token })).code).toBe(-41017)
})
