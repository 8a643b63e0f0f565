import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { answerTag, firstAnswersPath, instanceId, maxFirstCalls } from '#contract/rules.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { owner } = await portal.make.company({ employees: 3 })
const sid = await portal.make.session(owner.account)
const list = { page: 1, page_size: 20 }

const post = (calls: unknown, headers: Record<string, string> = {}) =>
  portal.app.inject({
    method: 'POST',
    url: `/api${firstAnswersPath}`,
    headers: { 'content-type': 'application/json', authorization: 'portal-web 1201', ...headers },
    payload: JSON.stringify(calls),
  })

test('the answers are those of the calls, in their order and with their tags', async () => {
  const calls = (
    [
      ['getCompanyUserList', list],
      ['getDeptListByCompanyId', {}],
      ['getServiceBalance', {}],
    ] as const
  ).map(([name, input]) => [contract[name].path, { instance_id: instanceId, ...input, sid }] as const)
  const { statusCode, body, headers } = await post(calls, { [answerTag]: '-' })
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  const alone = []
  for (const [path, input] of calls)
    alone.push(JSON.parse((await portal.post(path, input, { headers: { [answerTag]: '-' } })).body))
  expect(JSON.parse(body)).toEqual(alone)
  expect(alone.map(({ code, tag }) => [code, typeof tag])).toEqual(Array(3).fill([200, 'string']))
})

test('each call keeps its own access', async () => {
  const employee = await portal.make.account()
  const stranger = await portal.make.session(employee)
  const { body } = await post([
    [contract.getServiceBalance.path, { sid: stranger }],
    [contract.getCompanyUserList.path, { ...list, sid: 'x'.repeat(43) }],
    [contract.getOffers.path, {}],
  ])
  const codes = (JSON.parse(body) as { code: number }[]).map(({ code }) => code)
  expect(codes[2]).toBe(200)
  expect(codes.slice(0, 2)).toEqual([
    (await portal.call('getServiceBalance', {}, { sid: stranger })).code,
    (await portal.call('getCompanyUserList', list, { sid: 'x'.repeat(43) })).code,
  ])
  expect(codes.slice(0, 2)).not.toContain(200)
})

const read: [string, object] = [contract.getServiceBalance.path, { sid }]
test.each([
  ['no list', { calls: [read] }],
  ['nothing', []],
  ['too many', Array(maxFirstCalls + 1).fill(read)],
  ['a change', [[contract.setDepartment.path, { sid, name: '新部门' }]]],
  ['an export', [[contract.exportCompanyActivity.path, { sid }]]],
  ['an operation', [['/operations/company/getCompanyList', {}]]],
  ['itself', [[firstAnswersPath, read]]],
  ['a call without a body', [[contract.getServiceBalance.path]]],
  ['another address', [['/../healthz', {}]]],
])('%s is refused', async (_, calls) => {
  const { statusCode, body } = await post(calls)
  expect([statusCode, JSON.parse(body).code]).toEqual([400, 400])
})

test('the limits of a call count the visitor’s own address', async () => {
  const codesFrom = async (ip: string) => {
    const calls = Array(maxFirstCalls).fill([contract.getInvitation.path, { invitation: 'x'.repeat(43) }])
    return (JSON.parse((await post(calls, { 'x-forwarded-for': ip })).body) as { code: number }[]).map(
      ({ code }) => code,
    )
  }
  const codes = []
  for (let i = 0; i < 6; i++) codes.push(...(await codesFrom('203.0.113.7')))
  expect(codes.filter(code => code === 429)).toHaveLength(codes.length - 60)
  expect(await codesFrom('203.0.113.8')).not.toContain(429)
})
