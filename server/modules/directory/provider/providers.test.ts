import { createDecipheriv } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sealMessage, signParts } from '#server/integrations/contacts/message-cipher.ts'
import { sealFeishu } from '#server/testing/contact-counterparts.ts'
import { settings } from '#server/testing/contacts-portal.ts'
import { providerCompanies } from './companies.fixture.ts'
import { readDirectoryJob } from './jobs.ts'

const { companyOf, portal } = await providerCompanies()
const { call, make, system, app } = portal
const kinds = ['wecom', 'dingtalk', 'feishu'] as const

test.each(kinds)('%s: people are read page by page, planned first and updated by callbacks', async kind => {
  const { sid, there: counterpart, set, add, fetch, employees, notify } = await companyOf(kind)
  for (const index of [1, 2, 3, 4, 5, 6, 7]) add(`p${index}`, index === 7 ? '' : '12')
  expect((await set({ client_secret: 'wrong' })).code).toBe(200)
  expect((await fetch()).provider?.problem).toMatch(/密钥不正确/)
  await set()
  counterpart.state.limited = 2
  expect(await fetch()).toMatchObject({ people: 7, departments: 2, provider: { problem: null, has_callback: true } })
  expect(await employees()).toEqual([])
  const plan = await call('planDirectory', {}, { sid })
  expect(plan.data).toMatchObject({ totals: { added: 7 }, departments: { added: 2 } })
  expect((await call('startDirectory', { leaving: 0 }, { sid })).code).toBe(200)
  const of = (name: string, more: object = {}) => ({
    ...{ name, state: 'invited', position: null, department: '仓库', ...more },
  })
  const first = await employees()
  expect(first.map(({ name, department }) => [name, department])).toContainEqual(['员工p1', '仓库'])
  expect(first.map(({ name, department }) => [name, department])).toContainEqual(['员工p7', null])

  // One token serves all requests; when it has expired, another one is requested.
  const tokensBefore = counterpart.state.tokensGiven
  await fetch()
  expect(counterpart.state.tokensGiven).toBe(tokensBefore)
  counterpart.endTokens()
  const changed = counterpart.people.get('p1')
  Object.assign(changed ?? {}, { title: '主管', department: '11' })
  await notify('person', 'p1')
  expect(counterpart.state.tokensGiven).toBe(tokensBefore + 1)
  expect(await employees()).toContainEqual(of('员工p1', { position: '主管', department: '运营' }))
  // A department that no callback has named is read when a person is in it.
  counterpart.departments.set('13', { name: '客服', parent: '' })
  add('p8', '13')
  await notify('person', 'p8')
  expect(await employees()).toContainEqual(of('员工p8', { department: '客服', position: '专员' }))
  counterpart.departments.set('13', { name: '客户成功', parent: '' })
  await notify('department', '13')
  expect((await employees()).find(({ name }) => name === '员工p8')?.department).toBe('客户成功')
  counterpart.people.delete('p8')
  await notify('person', 'p8')
  expect((await employees()).map(({ name }) => name)).not.toContain('员工p8')
})

// 企业微信 lists the people of a department in one answer, which is longer than a megabyte here.
test('wecom: a department of a thousand people is read', async () => {
  const { add, fetch } = await companyOf('wecom')
  for (let index = 0; index < 1000; index += 1) add(`p${index}`, '11', 'x'.repeat(1200))
  expect(await fetch()).toMatchObject({ people: 1000, provider: { problem: null } })
})

// Guard: `not isReading` in `beginReading`.
test('of several requests to read a directory one begins a reading, until it has ended', async () => {
  const { there: counterpart, sid, set, add, fetch, shown } = await companyOf('wecom')
  add('p1', '11')
  await fetch()
  // The reading waits before it retries, and so lasts longer than the four requests.
  counterpart.state.limited = 2
  const answers = await Promise.all(Array.from({ length: 4 }, () => call('fetchDirectory', {}, { sid })))
  expect(answers.map(({ code }) => code).sort()).toEqual([-59402, -59402, -59402, 200])
  await vi.waitFor(async () => expect((await shown()).provider?.reading).toBe(false), { timeout: 10_000 })
  // A dead reading blocks no other, nor does one with former settings.
  await system.change`update directory_provider set reading_since = now() - interval '1 hour'`
  await fetch()
  await system.change`update directory_provider set reading_since = now()`
  expect((await call('fetchDirectory', {}, { sid })).code).toBe(-59402)
  await set()
  await fetch()
})

test.each(kinds)('%s: a callback has to be signed and encrypted for this company', async kind => {
  const { there: counterpart, send, add, set } = await companyOf(kind)
  add('p1', '11')
  const good = counterpart.tell('person', 'p1')
  expect((await send(good)).statusCode).toBe(200)
  // A repeated callback does no harm.
  expect((await send(good)).statusCode).toBe(200)
  for (const other of [{ token: 'another' }, { tenant: 'corp-2', clientId: 'app-2' }])
    expect(
      (await send(counterpart.tell('person', 'p1', { ...settings, ...other }))).statusCode,
      JSON.stringify(other),
    ).toBe(403)
  const otherKey = { ...settings, key: settings.key.replace('a', 'b') }
  expect((await send(counterpart.tell('person', 'p1', otherKey))).statusCode).toBe(403)
  for (const body of ['', '{}', '<xml></xml>', good.body.slice(0, -40)])
    expect((await send({ ...good, body })).statusCode, body).toBe(403)
  if (kind === 'feishu')
    expect((await send({ ...good, headers: { ...good.headers, 'x-lark-request-nonce': 'other' } })).statusCode).toBe(
      403,
    )
  else expect((await send({ ...good, query: { ...good.query, nonce: 'other' } })).statusCode).toBe(403)
  await set({ callback_token: undefined, callback_key: undefined })
  expect((await send(good)).statusCode).toBe(200)
})

test('the verification of a new callback address is answered in each provider’s format', async () => {
  const wecom = await companyOf('wecom')
  const [timestamp, nonce] = ['1795420000', 'n1']
  const echostr = sealMessage(settings.key, '41', settings.tenant)
  const query = { timestamp, nonce, echostr, msg_signature: signParts(settings.token, [timestamp, nonce, echostr]) }
  const request = { query, headers: {}, type: 'text/plain', body: '' }
  expect((await wecom.send(request, 'GET')).body).toBe('41')
  expect((await wecom.send({ ...request, query: { ...query, nonce: 'n2' } }, 'GET')).statusCode).toBe(403)

  const feishu = await companyOf('feishu')
  const check = (token: string) => ({
    ...{ query: {}, headers: {}, type: 'application/json' },
    body: JSON.stringify({
      encrypt: sealFeishu(settings.key, JSON.stringify({ type: 'url_verification', challenge: 'c1', token })),
    }),
  })
  expect((await feishu.send(check(settings.token))).json()).toEqual({ challenge: 'c1' })
  expect((await feishu.send(check('another'))).statusCode).toBe(403)

  const dingtalk = await companyOf('dingtalk')
  const answer = (await dingtalk.send(dingtalk.there.tell('person', 'p1'))).json<Record<string, string>>()
  const { encrypt = '', timeStamp = '', nonce: own = '', msg_signature } = answer
  expect(msg_signature).toBe(signParts(settings.token, [timeStamp, own, encrypt]))
  const key = Buffer.from(`${settings.key}=`, 'base64')
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  expect(Buffer.concat([decipher.update(encrypt, 'base64'), decipher.final()]).toString()).toMatch(/successapp-1/)
})

test('an error, an empty list or a hidden person is not taken for a leaver', async () => {
  const { sid, there: counterpart, add, fetch, employees, notify, send, hints } = await companyOf('wecom')
  for (const id of ['p1', 'p2', 'p3']) add(id, '11')
  await fetch()
  await call('startDirectory', { leaving: 0 }, { sid })
  const before = await employees()
  const kept = [...counterpart.people]
  counterpart.people.clear()
  expect((await fetch()).provider?.problem).toMatch(/没有读到任何人/)
  expect(await employees()).toEqual(before)
  for (const [id, person] of kept) counterpart.people.set(id, person)
  counterpart.state.limited = 100
  expect((await fetch()).provider?.problem).toMatch(/限制了调用/)
  counterpart.state.limited = 0
  expect(await employees()).toEqual(before)
  // The full list decides about a person whom the provider won't show.
  counterpart.state.hidden.add('p1')
  await notify('person', 'p1')
  expect(await employees()).toEqual(before)
  counterpart.people.delete('p1')
  await notify('person', 'p1')
  expect((await employees()).map(({ name }) => name)).toEqual(['员工p2', '员工p3'])
  counterpart.state.hidden.clear()
  // A failed query is repeated; until then it stays recorded.
  counterpart.people.delete('p2')
  counterpart.state.limited = 1000
  const questionsBefore = counterpart.state.questions
  expect((await send(counterpart.tell('person', 'p2'))).statusCode).toBe(200)
  await expect.poll(() => counterpart.state.questions - questionsBefore, { timeout: 5000 }).toBeGreaterThanOrEqual(7)
  expect(await hints()).toBe(1)
  expect((await employees()).map(({ name }) => name)).toEqual(['员工p2', '员工p3'])
  counterpart.state.limited = 0
  await vi.waitFor(async () => expect(await hints()).toBe(0), { timeout: 20_000, interval: 50 })
  expect((await employees()).map(({ name }) => name)).toEqual(['员工p3'])
})

test('a person who is in the range only by name is not removed by the complete list until they are gone from the provider', async () => {
  const { sid, there: counterpart, add, fetch, employees, notify } = await companyOf('wecom')
  add('p1', '11')
  await fetch()
  await call('startDirectory', { leaving: 0 }, { sid })
  add('p2', '12')
  counterpart.state.unlisted.add('p2')
  await notify('person', 'p2')
  const names = async () => (await employees()).map(({ name }) => name)
  for (let times = 0; times < 2; times += 1) {
    expect(await names()).toEqual(['员工p1', '员工p2'])
    await fetch()
  }
  counterpart.people.delete('p2')
  await fetch()
  expect(await names()).toEqual(['员工p1'])
})

test('a reading that cannot begin any more is not shown as going on', async () => {
  const { company, add, fetch, shown } = await companyOf('feishu')
  add('p1', '11')
  await fetch()
  const { state } = (await system.row(z.object({ state: z.string() }))`
    select state from company where id = ${company.id}`) ?? { state: '' }
  await system.change`update company set state = 'frozen' where id = ${company.id}`
  await system.change`update directory_provider set reading_since = now() where company_id = ${company.id}`
  await system.transaction(transaction =>
    portal.services.jobs.enqueue(transaction, readDirectoryJob, { company_id: company.id }, { key: company.id }),
  )
  const reading = async () =>
    (
      await system.row(z.object({ since: z.string().nullable() }))`
      select reading_since::text as since from directory_provider where company_id = ${company.id}`
    )?.since
  await vi.waitFor(async () => expect(await reading()).toBeNull(), 5000)
  await system.change`update company set state = ${state} where id = ${company.id}`
  expect((await shown()).provider).toMatchObject({ reading: false, problem: null })
})

test('a response to an outdated query changes nothing', async () => {
  const { sid, there: counterpart, add, fetch, employees, notify } = await companyOf('dingtalk')
  for (const id of ['p1', 'p2']) add(id, '11')
  await fetch()
  await call('startDirectory', { leaving: 0 }, { sid })
  let release = () => {}
  // The first request of a reading is answered late: its list is from before a person left.
  counterpart.state.hold = new Promise(resolve => {
    release = resolve
  })
  await call('fetchDirectory', {}, { sid })
  await vi.waitFor(() => expect(counterpart.state.hold).toBeUndefined())
  const listed = counterpart.people.get('p1')
  counterpart.people.delete('p1')
  await notify('person', 'p1')
  expect((await employees()).map(({ name }) => name)).toEqual(['员工p2'])
  if (listed) counterpart.people.set('p1', listed)
  release()
  await vi.waitFor(
    async () => expect((await call('getDirectory', {}, { sid })).data.provider?.reading).toBe(false),
    5000,
  )
  expect((await employees()).map(({ name }) => name)).toEqual(['员工p2'])
})

test('a person whose provider id changes stays the same employee', async () => {
  const { sid, there: counterpart, add, fetch, employees } = await companyOf('wecom')
  const person = add('old', '11')
  add('p2', '11')
  await fetch()
  await call('startDirectory', { leaving: 0 }, { sid })
  await system.change`update employee set state = 'active' where phone = ${person.phone}`
  counterpart.people.delete('old')
  counterpart.people.set('new', { ...person, id: 'new' })
  await fetch()
  expect((await employees()).map(({ name, state }) => [name, state])).toEqual([
    ['员工old', 'active'],
    ['员工p2', 'invited'],
  ])
})

test.each(['reading', 'callbacks'] as const)('too many leavers at once stop the directory, by %s', async by => {
  const { company, sid, there: counterpart, add, fetch, shown, employees, notify } = await companyOf('feishu')
  for (let index = 0; index < 40; index += 1) add(`p${index}`, '11')
  await fetch()
  await call('startDirectory', { leaving: 0 }, { sid })
  for (let index = 0; index < 30; index += 1) counterpart.people.delete(`p${index}`)
  if (by === 'reading') await fetch()
  else {
    // Simulates callbacks that come while the portal is busy.
    await system.change`
      insert into directory_hint (company_id, kind, external_id)
      select ${company.id}, 'person', 'p' || each from generate_series(1, 29) as each`
    await notify('person', 'p0')
  }
  expect((await shown()).settings?.state).toBe('planned')
  expect(await employees()).toHaveLength(40)
  expect((await call('planDirectory', {}, { sid })).data.alarming).toBe(true)
})

test('a secret is never sent on behalf of another company or application', async () => {
  const { set, sid, company } = await companyOf('dingtalk')
  const nothing = { client_secret: undefined, callback_token: undefined, callback_key: undefined }
  expect((await set(nothing)).code).toBe(200)
  expect((await set({ ...nothing, client_id: 'app-2' })).code).toBe(-59401)
  expect((await set({ ...nothing, tenant: 'corp-2' })).code).toBe(-59401)
  expect((await set({ callback_key: 'short' })).code).toBe(-41003)
  expect((await set({ ...nothing, client_id: '' })).code).toBe(-41003)
  expect(JSON.stringify((await call('getDirectory', {}, { sid })).data)).not.toContain(settings.secret)
  const other = await make.company()
  const otherSid = await make.session(other.owner.account)
  expect((await call('fetchDirectory', {}, { sid: otherSid })).code).toBe(-59201)
  expect((await app.inject({ method: 'POST', url: `/directory-callback/${other.id}` })).statusCode).toBe(404)
  expect(company.id).not.toBe(other.id)
})

test('a reading made with credentials that were replaced meanwhile is repeated', async () => {
  const { sid, there: counterpart, add, fetch, set, employees, send, hints } = await companyOf('wecom')
  for (const id of ['p1', 'p2']) add(id, '11')
  await fetch()
  await call('startDirectory', { leaving: 0 }, { sid })
  counterpart.people.delete('p1')
  let release = () => {}
  counterpart.state.hold = new Promise(resolve => {
    release = resolve
  })
  expect((await send(counterpart.tell('person', 'p1'))).statusCode).toBe(200)
  await vi.waitFor(() => expect(counterpart.state.hold).toBeUndefined(), 5000)
  expect((await set()).code).toBe(200)
  release()
  await vi.waitFor(async () => expect(await hints()).toBe(0), 5000)
  expect((await employees()).map(({ name }) => name)).toEqual(['员工p2'])
})

test('a reading that fails in the portal itself is reported and ended, whether it stores or compares', async () => {
  const { sid, add, fetch, employees } = await companyOf('feishu')
  const person = add('p1', '11', '甲')
  await fetch()
  await call('startDirectory', { leaving: 0 }, { sid })
  await system.change`
    create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`
  await system.change`
    create trigger broken before insert on directory_person for each row when (new.name = '乙') execute function broken()`
  await system.change`
    create trigger broken before update on employee for each row when (new.name = '丙') execute function broken()`
  const noticeTitles = async () =>
    (await call('getNoticeList', {}, { sid })).data.list.flatMap(({ title, read }) => (read ? [] : [title]))
  person.name = '乙'
  expect((await fetch()).provider).toMatchObject({ reading: false, problem: '读取时门户出错，请联系客服' })
  expect(await noticeTitles()).toEqual(['企业目录没有读到'])
  person.name = '丙'
  const { provider, settings: shown } = await fetch()
  expect(provider).toMatchObject({ reading: false })
  expect(shown).toMatchObject({ state: 'active', problem: expect.stringMatching(/核对时出错/) })
  expect(await noticeTitles()).toContain('企业目录没有核对成功')
  person.name = '丁'
  expect(await fetch()).toMatchObject({ provider: { problem: null }, settings: { problem: null } })
  expect(await noticeTitles()).toEqual([])
  expect((await employees()).map(({ name }) => name)).toEqual(['丁'])
})
