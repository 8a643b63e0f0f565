import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { scimOffice } from '#server/testing/scim-office.ts'

const portal = await testPortal()
const { call } = portal
const office = scimOffice(portal)

test('changed rules wait for their plan, and a call changes only the rules that it sends', async () => {
  const { sid, start, create, patch, named, join, plan } = await office()
  const id = await create({ displayName: '离职者' })
  await start()
  await join((await named('离职者'))?.employee_id ?? '')
  await patch(id, { op: 'replace', path: 'active', value: false })
  const settings = async () => (await call('getDirectory', {}, { sid })).data.settings
  expect((await call('setDirectory', { source: 'scim', leaver: 'disable' }, { sid })).code).toBe(200)
  expect(await settings()).toMatchObject({ state: 'active' })
  expect((await call('setDirectory', { source: 'scim', leaver: 'remove' }, { sid })).code).toBe(200)
  expect((await call('setDirectory', { source: 'scim', owns: ['name'] }, { sid })).code).toBe(200)
  expect(await settings()).toMatchObject({ state: 'planned', leaver: 'remove', owns: ['name'], successor: 'none' })
  // Guard: the state that follows the rules. Without it the next comparison removes everybody who has been disabled.
  expect((await call('runDirectory', {}, { sid })).code).toBe(-59201)
  expect(await named('离职者')).toMatchObject({ state: 'disabled' })
  expect((await plan()).totals).toMatchObject({ removed: 1 })
  expect((await call('startDirectory', { leaving: 1 }, { sid })).code).toBe(200)
  expect(await named('离职者')).toBeUndefined()
})

test('the first setting names every rule', async () => {
  const company = await portal.make.company()
  const sid = await portal.make.session(company.owner.account)
  expect((await call('setDirectory', { source: 'scim', owns: ['name'] }, { sid })).code).toBe(-41003)
})
