import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codes as codeNames } from '#contract/codes.ts'
import { testPortal } from '#server/testing/portal.ts'
import { connectionWorld } from './connections.fixture.ts'

const portal = await testPortal({ OWN_VERIFICATION: '1' })
const { call, make } = portal
const { sid, client } = await connectionWorld(portal)

// Guard: requirePersonal, which the client's calls and the explanation share.
test('where the setting requires it, only people who passed their own verification may use lines', async () => {
  const person = await client()
  const input = { device_id: person.device.id }
  const codes = async () => [
    (await call('getUsableLines', input, { sid: person.sid })).code,
    (await call('waitForChange', { ...input, version: 'another' }, { sid: person.sid })).code,
    (await call('getMyShops', input, { sid: person.sid })).code,
  ]
  const opened = async () => (await person.report([{ connection_id: randomUUID(), event: 'connect' }])).data.list[0]
  const why = async () => {
    const question = { employee_id: person.employee.id, device_id: person.device.id }
    const { conditions } = (await call('explainAccess', question, { sid })).data
    const { state, mend } = conditions.find(({ condition }) => condition === 'verification') ?? {}
    return [state, mend?.by]
  }
  expect(await codes()).toEqual(Array(3).fill(-48019))
  expect(await opened()).toMatchObject({ state: 'refused', message: codeNames[-48019] })
  expect(await why()).toEqual(['failed', 'employee'])
  expect((await call('getVerification', {}, { sid: person.sid })).data.is_own_required).toBe(true)
  await make.verification(person.account, { state: 'rejected' })
  expect(await codes()).toEqual(Array(3).fill(-48019))
  await make.verification(person.account)
  expect(await codes()).toEqual(Array(3).fill(200))
  expect(await opened()).toMatchObject({ state: 'open' })
  expect(await why()).toEqual(['met', undefined])
})
