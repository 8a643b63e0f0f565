import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { type Group, scimOffice } from '#server/testing/scim-office.ts'

const portal = await testPortal()
const { call, make, system } = portal
const office = scimOffice(portal)

// Guard: the people inside are counted again after the department is locked.
test('a department into which somebody is put while the directory ends it stays, and nothing fails', async () => {
  const { company, sid, scim, start } = await office()
  const group = (await scim<Group>('POST', '/Groups', { displayName: '一部' })).body.id
  await start()
  const departments = async () => (await call('getDeptListByCompanyId', {}, { sid })).data.list
  const [{ dept_id = '' } = {}] = await departments()
  const person = await make.employee(company.id, { name: '陈雨桐' })
  const moved = sql`update employee set department_id = ${dept_id} where id = ${person.id}`
  const { status } = await overtakenBy(system, [moved], () => scim('DELETE', `/Groups/${group}`))
  expect(status).toBe(204)
  expect(await departments()).toMatchObject([{ name: '一部', people: 1 }])
  expect((await call('getDirectory', {}, { sid })).data.settings).toMatchObject({ state: 'active', problem: null })
})
