import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { replayed } from '#contract/rules.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, post } = await testPortal()
const company = await make.company()
const sid = await make.session(company.owner.account)
const person = await make.employee(company.id)

const asKeyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const change = (state: 'active' | 'disabled', key: string) =>
  post(contract.setCompanyUser.path, { sid, employee_id: person.id, state }, asKeyed(key))
const rename = (display_name: string, key: string) =>
  post(contract.setDisplayName.path, { sid, display_name }, asKeyed(key))

// Otherwise whoever disables a person again, whose first disabling was not answered, would believe that they are disabled.
test('a repetition says that it changed nothing, although something else happened since', async () => {
  const key = randomUUID()
  const first = await change('disabled', key)
  await change('active', randomUUID())
  const again = await change('disabled', key)
  expect(first.headers).not.toHaveProperty(replayed)
  expect([again.body, again.headers[replayed]]).toEqual([first.body, 'true'])
  const { body } = await post(contract.getCompanyUserDetail.path, { sid, employee_id: person.id })
  expect(JSON.parse(body)).toMatchObject({ data: { employee: { state: 'active' } } })
})

test('a refused repetition, and one of two requests with their own keys, is no repetition', async () => {
  const key = randomUUID()
  await rename('陈雨桐', key)
  expect((await rename('陈雨', key)).headers).not.toHaveProperty(replayed)
  expect((await rename('陈雨桐', randomUUID())).headers).not.toHaveProperty(replayed)
  expect((await rename('陈雨桐', key)).headers[replayed]).toBe('true')
})
