import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
} from '#contract/operations/index.ts'
import { testSite } from '#server/app/site/testing.ts'
import { agreementInForce } from './terms.ts'

const site = await testSite({ AGREEMENT_VERSION: '2026-11' })
const { get, make, system, config } = site
const { token } = await make.operator('content')

async function operate<Name extends OperationName>(name: Name, input: OperationInput<Name>) {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/operations${operations[name].path}`,
    headers: { authorization: 'operations-web 1201', cookie: `__Host-operator=${token}` },
    payload: input as object,
  })
  return answer.json<{ code: number; data: OperationOutput<Name> }>()
}

const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(
    Date.now() + days * 86_400_000,
  )

async function published(which: 'service' | 'private', version: string, days: number, markdown: string) {
  const effective_on = dayFromNow(days)
  const { data } = await operate('createTermsVersion', { which, version, effective_on })
  const { terms_id } = data
  const saved = await operate('saveTermsVersion', { terms_id, revision: 1, version, effective_on, markdown })
  expect(saved.code).toBe(200)
  expect((await operate('publishTermsVersion', { terms_id, revision: 2 })).code).toBe(200)
  return terms_id
}

test('the built-in text applies until a version is published; old versions keep their address', async () => {
  expect((await get('/template/service.html')).body).toContain('版本：2026-11')
  expect(await agreementInForce(system, config)).toBe('2026-11')

  await published('service', '2027-01', 0, '# 服务协议第二版\n\n版本：{{agreementVersion}}，由{{brandName}}提供')
  await expect.poll(async () => (await get('/template/service.html')).body).toContain('服务协议第二版')
  const { body } = await get('/template/service.html')
  expect(body).toContain(`版本：2027-01，由${config.brandName}提供`)
  expect(body).toContain('href="/template/service/2026-11"')
  const old = (await get('/template/service/2026-11')).body
  expect(old).toContain('不是现行版本')
  expect(old).toContain('一、定义')
  expect((await get('/template/service/2027-01')).body).toContain('服务协议第二版')
  // Guard: `isVersion`; the version in force has one address for search engines, and the former ones none.
  const robots = async (path: string) => (await get(path)).body.includes('<meta name="robots" content="noindex"/>')
  expect(await robots('/template/service.html')).toBe(false)
  expect([await robots('/template/service/2027-01'), await robots('/template/service/2026-11')]).toEqual([true, true])
  expect((await get('/template/service/none')).statusCode).toBe(404)
  expect((await get('/template/nothing/2026-11')).statusCode).toBe(404)
  // Both names are given as long as they differ.
  expect(await agreementInForce(system, config)).toBe('2027-01/2026-11')
  await published('private', '2027-01', 0, '# 隐私协议第二版')
  expect(await agreementInForce(system, config)).toBe('2027-01')
})

test('a login records consent to the version in force', async () => {
  const password = 'Blue-Sail-7'
  const { id, phone } = await make.account({ password })
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api${contract.wLogin.path}`,
    payload: { is_agree: 1, username: phone, password },
  })
  expect(answer.json()).toMatchObject({ code: 200 })
  expect(
    await system.row(
      z.object({ agreement_version: z.string() }),
    )`select agreement_version from account where id = ${id}`,
  ).toEqual({
    agreement_version: '2027-01',
  })
})

test('a version for a later day is readable but not in force', async () => {
  await published('service', '2099-01', 30, '# 未来的协议')
  await expect.poll(async () => (await get('/template/service/2099-01')).body).toContain('未来的协议')
  expect((await get('/template/service.html')).body).not.toContain('未来的协议</h1>')
  expect(await agreementInForce(system, config)).not.toContain('2099-01')
  const { data } = await operate('getTermsList', {})
  expect(data.list.find(({ version }) => version === '2099-01')?.state).toBe('coming')
  expect(data.default.map(({ current }) => current)).toEqual([false, false, true])
})

test('a draft is not public, and a published version cannot be changed, even in the database', async () => {
  const { data } = await operate('createTermsVersion', {
    which: 'service',
    version: 'draft-1',
    effective_on: dayFromNow(0),
  })
  expect((await get('/template/service/draft-1')).statusCode).toBe(404)
  const twice = await operate('createTermsVersion', {
    which: 'service',
    version: 'draft-1',
    effective_on: dayFromNow(0),
  })
  expect(twice.code).toBe(-53705)
  const { terms_id } = data
  const values = { terms_id, version: 'draft-1', effective_on: dayFromNow(0), markdown: '# 草稿' }
  const answers = await Promise.all([1, 2].map(() => operate('saveTermsVersion', { ...values, revision: 1 })))
  expect(answers.map(({ code }) => code).sort()).toEqual([-53022, 200])
  const id = await published('service', 'fixed', 60, '# 定稿')
  expect((await operate('saveTermsVersion', { ...values, terms_id: id, version: 'fixed', revision: 2 })).code).toBe(
    -53706,
  )
  expect((await operate('deleteTermsVersion', { terms_id: id })).code).toBe(-53706)
  await expect(system.change`update terms_version set markdown = '' where id = ${id}`).rejects.toThrow()
  await expect(system.change`delete from terms_version where id = ${id}`).rejects.toThrow()
  expect((await operate('deleteTermsVersion', { terms_id })).code).toBe(200)
  const actions = await system.rows(
    z.object({ action: z.string() }),
  )`select action from audit_entry where target = ${`terms:${terms_id}`} order by id`
  expect(actions.map(({ action }) => action)).toEqual(['terms.created', 'terms.saved', 'terms.deleted'])
})

test('a version whose day is over is not published, and can be given another day', async () => {
  const draft = { which: 'private' as const, version: 'late', effective_on: dayFromNow(-1) }
  const { terms_id } = (await operate('createTermsVersion', draft)).data
  expect(await operate('publishTermsVersion', { terms_id, revision: 1 })).toMatchObject({
    code: -41003,
    data: 'effective_on',
  })
  const values = { terms_id, version: 'late', effective_on: dayFromNow(1), markdown: '# 隐私协议' }
  expect((await operate('saveTermsVersion', { ...values, revision: 1 })).code).toBe(200)
  expect((await operate('publishTermsVersion', { terms_id, revision: 1 })).code).toBe(-53022)
  expect((await operate('publishTermsVersion', { terms_id, revision: 2 })).code).toBe(200)
})
