import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { newPhone } from '#server/testing/identities.ts'
import type { TestCompany, TestEmployee } from '#server/testing/make.ts'
import { untilBlocked } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, system } = await testPortal()
let company: TestCompany
let sid: string
let employee: TestEmployee
let deviceId: string

/** Enough newer devices precede the device that it is found by its index. */
beforeEach(async () => {
  company = await make.company({ employees: 1 })
  sid = await make.session(company.owner.account)
  const [first] = company.employees
  if (!first) throw new Error('nobody was made')
  employee = first
  for (const state of ['pending', 'rejected'])
    await system.change`
      insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, audit_state, auth_state)
      select ${company.id}, ${company.owner.id}, ${state} || n, '设备 ' || n, 'windows', '11', '12.0.10', ${state},
        case when n % 2 = 0 then 'suspended' else 'authorized' end
      from generate_series(1, 420) n`
  deviceId = (
    await make.device({
      companyId: company.id,
      employeeId: employee.id,
      name: 'ThinkPad',
      audit: 'pending',
      createdAt: new Date(Date.now() - 86_400_000),
    })
  ).id
  await call('setCompanyUser', { employee_id: employee.id, name: '欧阳雨桐', job_number: 'HZ-QXKJ' }, { sid })
})

async function found(filter: InputOf<'getDeviceList'>) {
  const { code, data } = await call('getDeviceList', filter, { sid })
  expect(code).toBe(200)
  return data.list.map(({ device_id }) => device_id)
}

test('a pending device is found by its owner’s current names and phone', async () => {
  const pending = (keyword: string) => found({ keyword, audit_state: 'pending' })
  const { phone } = employee.account
  for (const keyword of ['欧阳', '雨桐', '欧阳雨桐', 'hz-qxkj', 'QXKJ', phone, phone.slice(3), 'thinkpad'])
    expect(await pending(keyword), keyword).toEqual([deviceId])
  // A keyword that spans the end of one name and the beginning of the next matches neither.
  expect(await pending(`桐${phone.slice(0, 2)}`)).toEqual([])

  await call('setCompanyUser', { employee_id: employee.id, name: '司马光', job_number: 'HZ-WVTN' }, { sid })
  const changed = newPhone()
  await system.change`update account set phone = ${changed} where id = ${employee.account.id}`
  for (const keyword of ['欧阳', 'QXKJ', phone]) expect(await pending(keyword), keyword).toEqual([])
  for (const keyword of ['司马', 'WVTN', changed]) expect(await pending(keyword), keyword).toEqual([deviceId])

  // The device's client reports this name from elsewhere.
  await system.change`update device set name = 'MateBook' where id = ${deviceId}`
  await system.change`update device set last_ip = '198.51.100.7' where id = ${deviceId}`
  expect(await pending('thinkpad')).toEqual([])
  for (const keyword of ['matebook', '100.7']) expect(await pending(keyword), keyword).toEqual([deviceId])

  const heir = await make.employee(company.id, { name: '诸葛亮' })
  await system.change`update device set employee_id = ${heir.id} where id = ${deviceId}`
  expect([await pending('司马'), await pending('诸葛')]).toEqual([[], [deviceId]])
})

test('a rejected or suspended device is found by its owner too, one in service is not', async () => {
  const states = { rejected: { audit_state: 'rejected' }, suspended: { auth_state: 'suspended' } } as const
  const set = (audit: string, auth: string) =>
    system.change`update device set audit_state = ${audit}, auth_state = ${auth} where id = ${deviceId}`
  for (const [state, filter] of Object.entries(states)) {
    expect(await found({ keyword: '欧阳', ...filter }), state).toEqual([])
    await set(state === 'rejected' ? state : 'approved', state === 'suspended' ? state : 'authorized')
    expect(await found({ keyword: '欧阳', ...filter }), state).toEqual([deviceId])
  }
  await set('approved', 'authorized')
  // A device outside of this search keeps no search text.
  const row = await system.row(
    z.object({ words: z.string().nullable() }),
  )`select words from device where id = ${deviceId}`
  expect(row?.words).toBeNull()
  expect(await found({ keyword: '欧阳', audit_state: 'approved' })).toEqual([deviceId])
})

// Guards: two locks. employee_renamed updates all devices of the person, including those that are not exceptional yet, and so waits
// for concurrent changes of one; device_says locks the person whose device it becomes. Each test was seen failing without its lock.
const [before, after] = ['上官婉', '令狐冲']
test.each([
  { what: 'is rejected', audit: 'approved', isHeirs: true, change: () => sql`audit_state = 'rejected'` },
  { what: 'changes hands', audit: 'pending', isHeirs: false, change: (heir: string) => sql`employee_id = ${heir}` },
])('a device that $what while its owner is renamed has the new name', async ({ audit, isHeirs, change }) => {
  const heir = await make.employee(company.id, { name: before })
  const rename = (database: typeof system, name = after) =>
    database.change`update employee set name = ${name} where id = ${heir.id}`
  const changeDevice = (database: typeof system) =>
    database.change`update device set ${change(heir.id)} where id = ${deviceId}`
  const filter = { audit_state: isHeirs ? 'rejected' : 'pending' } as const
  for (const [first, second] of [
    [rename, changeDevice],
    [changeDevice, rename],
  ] as const) {
    await system.change`
      update device set employee_id = ${isHeirs ? heir.id : employee.id}, audit_state = ${audit} where id = ${deviceId}`
    await rename(system, before)
    let other: Promise<unknown> | undefined
    await system.transaction(async transaction => {
      await first(transaction)
      other = second(system)
      await untilBlocked(system)
    })
    await other
    expect(await found({ keyword: after, ...filter })).toEqual([deviceId])
    expect(await found({ keyword: before, ...filter })).toEqual([])
  }
})
