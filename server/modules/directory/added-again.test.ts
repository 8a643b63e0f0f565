import { expect, test } from 'vitest'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { scimOffice } from '#server/testing/scim-office.ts'

const portal = await testPortal()
const { call, make, system } = portal
const office = scimOffice(portal)
const phones = (value: string) => [{ type: 'mobile', value }]

/** Creates a person whom the directory has added and a manager has removed. */
async function removedOffice() {
  const there = await office()
  const phone = newPhone()
  const id = await there.create({ displayName: '李一', phoneNumbers: phones(phone) })
  await there.start()
  const first = (await there.named('李一'))?.employee_id ?? ''
  await there.join(first)
  expect((await call('delCompanyUser', { employee_ids: [first] }, { sid: there.sid })).code).toBe(200)
  async function addByHand(as: string) {
    const employees = [{ phone: as, name: '李一' }]
    const { data } = await call('addCompanyUser', { employees, invite: false }, { sid: there.sid })
    const employeeId = data.results[0]?.employee_id ?? ''
    await there.join(employeeId)
    return employeeId
  }
  const leave = () => there.patch(id, { op: 'replace', path: 'active', value: false })
  return { ...there, id, phone, addByHand, leave }
}

// Guard: the trigger `link_directory`. No comparison runs in between.
test('a person who was removed and is added again by hand is disabled on the day that the directory removes them', async () => {
  const { sid, phone, addByHand, leave, named } = await removedOffice()
  const employee_id = await addByHand(phone)
  expect((await call('getDirectoryOwnership', { employee_id }, { sid })).data.owns).toContain('name')
  await leave()
  expect(await named('李一')).toMatchObject({ employee_id, state: 'disabled' })
})

test('a comparison finds a person who was removed and added again under a phone that the directory reports later', async () => {
  const { sid, id, addByHand, leave, named, patch, people } = await removedOffice()
  const before = (await people()).length
  const other = newPhone()
  const employee_id = await addByHand(other)
  await patch(id, { op: 'replace', path: 'phoneNumbers', value: phones(other) })
  expect((await call('getDirectoryOwnership', { employee_id }, { sid })).data.owns).toContain('name')
  expect((await people()).length).toBe(before + 1)
  await leave()
  expect(await named('李一')).toMatchObject({ employee_id, state: 'disabled' })
})

test('where several of the directory have the phone, the comparison says who it is', async () => {
  const { company, sid, phone, addByHand, create, start } = await removedOffice()
  // Otherwise the second would be invited immediately.
  await system.change`update directory set state = 'planned' where company_id = ${company.id}`
  await create({ displayName: '李二', phoneNumbers: phones(phone) })
  const employee_id = await addByHand(phone)
  await start()
  expect((await call('getDirectoryOwnership', { employee_id }, { sid })).data.owns).toContain('name')
  expect((await call('getDirectory', {}, { sid })).data.problems).toHaveLength(1)
})

test('an employee who takes over the phone that the directory has invited is that person', async () => {
  const { company, start, create, patch, people } = await office()
  const password = 'Blue-Sail-7'
  const account = await make.account({ password })
  const { id: employeeId } = await make.employee(company.id, { name: '王芳', account })
  const phone = newPhone()
  const id = await create({ displayName: '王芳', phoneNumbers: phones(phone) })
  await start()
  const own = await make.session(account)
  await call('sendPhoneChangeCode', { phone }, { sid: own })
  const captcha = await portal.codeSentTo(phone)
  expect((await call('changePhone', { phone, captcha, password }, { sid: own })).code).toBe(200)
  await patch(id, { op: 'replace', path: 'active', value: false })
  expect((await people()).filter(({ name }) => name === '王芳')).toEqual([
    expect.objectContaining({ employee_id: employeeId, phone, state: 'disabled' }),
  ])
})

test('a person who is added and removed before the directory starts is still invited by it', async () => {
  const { sid, start, create, named } = await office()
  const phone = newPhone()
  await create({ displayName: '李一', phoneNumbers: phones(phone) })
  const employees = [{ phone, name: '李一' }]
  const { data } = await call('addCompanyUser', { employees, invite: false }, { sid })
  const employee_ids = [data.results[0]?.employee_id ?? '']
  expect((await call('delCompanyUser', { employee_ids }, { sid })).code).toBe(200)
  expect((await start()).totals.added).toBe(1)
  expect(await named('李一')).toMatchObject({ state: 'invited', phone })
})
