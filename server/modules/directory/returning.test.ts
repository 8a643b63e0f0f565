import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPhone } from '#server/testing/identities.ts'
import { scimOffice } from '#server/testing/scim-office.ts'
import { providerCompanies } from './provider/companies.fixture.ts'

const { companyOf, portal } = await providerCompanies()
const { call, system } = portal
const office = scimOffice(portal)

const phones = (...values: string[]) => values.map(value => ({ type: 'mobile', value }))

// Guard: `isKnownBy`. By the name alone the new colleague's entry would enable the leaver's account again.
test('a colleague who gets a leaver’s user name is another person; one who has the leaver’s phone is the same', async () => {
  const { scim, start, create, people, named, join } = await office()
  const [own, other] = [newPhone(), newPhone()]
  const former = await create({ userName: 'wei.wang@corp.com', displayName: '王伟', phoneNumbers: phones(own) })
  await start()
  const leaver = await named('王伟')
  await join(leaver?.employee_id ?? '')
  await scim('DELETE', `/Users/${former}`)
  expect(await named('王伟')).toMatchObject({ state: 'disabled' })
  const created = await create({ userName: 'Wei.Wang@corp.com', displayName: '王卫', phoneNumbers: phones(other) })
  expect(created).not.toBe(former)
  expect(await people()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ employee_id: leaver?.employee_id, name: '王伟', state: 'disabled', phone: own }),
      expect.objectContaining({ name: '王卫', state: 'invited', phone: other }),
    ]),
  )
  expect(await create({ userName: 'wang2@corp.com', displayName: '王伟', phoneNumbers: phones(own) })).toBe(former)
  expect(await named('王伟')).toMatchObject({ employee_id: leaver?.employee_id, state: 'active' })
})

test.each(['wecom', 'feishu'] as const)('%s: an id that is given to another is another person', async kind => {
  const { sid, there, add, fetch, employees } = await companyOf(kind)
  const former = add('wei', '11', '王伟')
  add('p2', '11')
  await fetch()
  await call('startDirectory', { leaving: 0 }, { sid })
  await system.change`update employee set state = 'active' where phone = ${former.phone}`
  there.people.delete('wei')
  await fetch()
  add('WEI', '12', '王卫')
  await fetch()
  const states = async () => (await employees()).map(({ name, state }) => [name, state])
  expect(await states()).toEqual(
    expect.arrayContaining([
      ['王伟', 'disabled'],
      ['王卫', 'invited'],
    ]),
  )
  there.people.set('wei2', { ...former, id: 'wei2' })
  await fetch()
  expect(await states()).toEqual(expect.arrayContaining([['王伟', 'active']]))
  expect((await call('getDirectory', {}, { sid })).data.problems).toEqual([])
})

test('a leaver’s link to the company’s sign-in ends, and a link made afterwards stays', async () => {
  const { company, sid, there, add, fetch } = await companyOf('wecom', { leaver: 'disable' })
  const manager = add('boss', '11', '老板')
  Object.assign(manager, { phone: company.owner.account.phone })
  add('p2', '11')
  await fetch()
  await call('startDirectory', { leaving: 0 }, { sid })
  const linkOwner = () => system.change`
    insert into sign_in_link (company_id, subject, employee_id, account_id, shown)
    select ${company.id}, 'boss', id, account_id, '老板' from employee
    where company_id = ${company.id} and account_id = ${company.owner.account.id}`
  const links = async () =>
    (
      await system.rows(z.object({ subject: z.string() }))`
      select subject from sign_in_link where company_id = ${company.id}`
    ).length
  await linkOwner()
  await fetch()
  expect(await links()).toBe(1)
  there.people.delete('boss')
  await fetch()
  expect(await links()).toBe(0)
  await linkOwner()
  await fetch()
  expect(await links()).toBe(1)
})
