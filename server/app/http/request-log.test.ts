import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { createLog } from '#server/app/open-database.ts'
import { warmUp } from '#server/app/site/warm-up.ts'
import { testPortal } from '#server/testing/portal.ts'

const lines: Record<string, unknown>[] = []
const sink = new PassThrough().on('data', (line: Buffer) => lines.push(JSON.parse(line.toString())))
const portal = await testPortal({}, createLog({ logLevel: 'info' }, sink))
const { make, call, post, services, system } = portal
const password = 'Blue-Sail-7'

const lastOf = (name: string) => lines.findLast(line => line.msg === 'answered' && line.call === name)

test('each call logs one line with caller, address and outcome', async () => {
  const account = await make.account({ password })
  const sid = await make.session(account)
  await call('checkManager', {}, { sid, ip: '203.0.113.7' })
  expect(lastOf('checkManager')).toMatchObject({ ip: '203.0.113.7', sender: account.id, code: 200 })
  const operator = await make.operator('support')
  await portal.operate('getSelf', {}, { token: operator.token, ip: '203.0.113.8' })
  expect(lastOf('getSelf')).toMatchObject({ ip: '203.0.113.8', sender: operator.id, code: 200 })
})

test('the log distinguishes failed logins, refused calls and rate-limited ones', async () => {
  const account = await make.account({ password })
  const sid = await make.session(account)
  const login = { is_agree: 1, username: account.phone, password: 'Wrong-Sail-7' } as const
  await call('wLogin', login, { ip: '203.0.113.9' })
  expect(lastOf('wLogin')).toMatchObject({ status: 200, code: -41001, ip: '203.0.113.9' })
  await call('getCompanyInfo', {}, { sid })
  expect(lastOf('getCompanyInfo')).toMatchObject({ code: -41017, sender: account.id })
  await call('checkManager', {}, { sid: 'x'.repeat(43) })
  expect(lastOf('checkManager')).toMatchObject({ code: -41004 })
  const { token, id } = await make.operator('support')
  await portal.operate('getOperatorList', { page: 1, page_size: 10 }, { token })
  expect(lastOf('getOperatorList')).toMatchObject({ code: -41017, sender: id })
  await post(`/operations${operations.getSelf.path}`, {})
  expect(lastOf('getSelf')).toMatchObject({ code: -41017 })
  await post(contract.wLogin.path, '{')
  expect(lastOf('wLogin')).toMatchObject({ status: 400, code: 400 })
})

test('a request whose URL cannot be parsed has a line with its number and address, without the URL', async () => {
  const answer = await portal.app.inject({ url: '/%zz?phone=13800000000', remoteAddress: '203.0.113.11' })
  expect(answer.statusCode).toBe(400)
  const line = lines.findLast(each => each.reqId === answer.headers['x-request-id'])
  expect(line).toMatchObject({ msg: 'answered', status: 400, code: 400, ip: '203.0.113.11' })
  expect(JSON.stringify(line)).not.toContain('13800000000')
})

test('a request with a token shows the token and the address it came from, also where the token is refused', async () => {
  const company = await make.company()
  const { id, secret } = await make.apiToken(company)
  const paths = ['/scim/v2/Users', '/log/activity.ndjson']
  const lineOf = async (url: string, token: string, ip: string) => {
    await portal.app.inject({ url, headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': ip } })
    return lines.findLast(line => line.path === url)
  }
  for (const path of paths) {
    expect(await lineOf(path, secret, '203.0.113.11')).toMatchObject({ sender: `token:${id}`, ip: '203.0.113.11' })
    expect(await lineOf(path, `${secret}x`, '203.0.113.12')).toMatchObject({ status: 401, ip: '203.0.113.12' })
  }
})

test('pages that the portal renders by itself at its start leave no line', async () => {
  const pages = () => lines.filter(line => line.msg === 'answered' && !line.call).length
  const before = pages()
  await warmUp(portal.app, services, 0)
  // The line of a request follows its answer.
  await portal.app.inject('/help')
  await expect.poll(pages).toBeGreaterThan(before)
  expect(pages()).toBe(before + 1)
})

test('no log line contains a secret or a full phone', async () => {
  const account = await make.account({ password })
  const input = { is_agree: 1, username: account.phone, password } as const
  const { data } = await call('wLogin', input, { ip: '203.0.113.10' })
  const all = lines.map(line => JSON.stringify(line)).join('\n')
  expect(all.length).toBeGreaterThan(100)
  for (const secret of [password, data.sid, account.phone]) expect(all).not.toContain(secret)
})

test('no database error brings its row into the log, not even within another error', async () => {
  const account = await make.account({ password })
  const sid = await make.session(account)
  await system.change`alter table account add constraint no_sea check (display_name <> '海')`
  expect((await call('setDisplayName', { display_name: '海' }, { sid })).code).toBe(500)
  const line = lines.findLast(each => each.call === 'setDisplayName' && each.err)
  expect(line?.err).toMatchObject({ type: 'DatabaseError', code: '23514', constraint: 'no_sea', table: 'account' })
  const duplicate: Error = await make.account({ phone: account.phone }).catch(error => error)
  expect(duplicate).toMatchObject({ code: '23505', detail: expect.stringContaining(account.phone) })
  const several = new AggregateError([duplicate], '未能完成')
  services.log.error({ err: Object.assign(new Error('outer', { cause: duplicate }), { inner: several }) })
  services.log.error(several)
  const all = lines.map(each => JSON.stringify(each)).join('\n')
  expect(all.split('23505')).toHaveLength(3)
  expect(all).not.toContain(account.phone)
})
