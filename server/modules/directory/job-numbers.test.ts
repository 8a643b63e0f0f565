import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { enterprise, scimOffice } from '#server/testing/scim-office.ts'

const portal = await testPortal()
const { call, make, system } = portal
const office = scimOffice(portal)

const withNumber = (displayName: string, employeeNumber: string) => ({ displayName, [enterprise]: { employeeNumber } })

test('a joiner whose job number is in use is invited without it, and the number is listed as a problem', async () => {
  const { company, sid, start, create, named } = await office()
  await make.employee(company.id, { name: '老员工', jobNumber: 'A-1' })
  await create(withNumber('新人', 'A-1'))
  await create(withNumber('甲', 'A-2'))
  await create(withNumber('乙', 'A-2'))
  expect((await start()).totals).toMatchObject({ added: 3, problem: 2 })
  expect(await named('新人')).toMatchObject({ state: 'invited', job_number: null })
  expect([(await named('甲'))?.job_number, (await named('乙'))?.job_number].sort()).toEqual(['A-2', null])
  expect((await call('getDirectory', {}, { sid })).data.problems.map(({ detail }) => detail).sort()).toEqual([
    '工号 A-1 已被其他员工使用',
    '工号 A-2 已被其他员工使用',
  ])
})

test('job numbers can be swapped, and a leaver’s number becomes free for another person', async () => {
  const { company, sid, start, create, patch, scim, named, join } = await office()
  await create(withNumber('甲', 'A-1'))
  await create(withNumber('乙', 'A-2'))
  const id = await create(withNumber('离职者', 'A-3'))
  await start()
  await join((await named('离职者'))?.employee_id ?? '')
  await system.change`
    update directory_person set job_number = case job_number when 'A-1' then 'A-2' when 'A-2' then 'A-1' else job_number end
    where company_id = ${company.id}`
  expect((await call('runDirectory', {}, { sid })).data.totals).toMatchObject({ changed: 2, problem: 0 })
  expect([await named('甲'), await named('乙')]).toMatchObject([{ job_number: 'A-2' }, { job_number: 'A-1' }])
  await patch(id, { op: 'replace', path: 'active', value: false })
  expect(await named('离职者')).toMatchObject({ state: 'disabled', job_number: 'A-3' })
  await create(withNumber('接任者', 'A-3'))
  expect(await named('接任者')).toMatchObject({ job_number: 'A-3' })
  expect(await named('离职者')).toMatchObject({ state: 'disabled', job_number: null })
  expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ [enterprise]: { employeeNumber: 'A-3' } })
  expect((await call('planDirectory', {}, { sid })).data.totals).toMatchObject({ changed: 0, problem: 0 })
})

test('a person who cannot get another’s job number keeps the present one, which nobody else gets', async () => {
  const { company, sid, start, create, named } = await office()
  await make.employee(company.id, { name: '老员工', jobNumber: 'A-3' })
  await create(withNumber('甲', 'A-1'))
  await create(withNumber('乙', 'A-2'))
  await start()
  await system.change`
    update directory_person set job_number = case job_number when 'A-1' then 'A-2' else 'A-3' end
    where company_id = ${company.id}`
  expect((await call('runDirectory', {}, { sid })).data.totals).toMatchObject({ changed: 0, problem: 2 })
  expect([await named('甲'), await named('乙')]).toMatchObject([{ job_number: 'A-1' }, { job_number: 'A-2' }])
})
