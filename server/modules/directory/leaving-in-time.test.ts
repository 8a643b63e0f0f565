import { afterAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { contactsPortal, settings } from '#server/testing/contacts-portal.ts'
import { testReplica } from '#server/testing/replica.ts'

/** Milliseconds within which a leaver is locked out on every replica, after the message to one of them. */
const within = 2000

const kinds = ['wecom', 'dingtalk', 'feishu'] as const
const { counterparts, portal } = await contactsPortal()
const { call, make, app } = portal
const other = await testReplica(portal.config, portal)
await other.app.ready()
afterAll(() => other.stop())

async function isIn(replica: typeof app, sid: string): Promise<boolean> {
  const response = await replica.inject({
    ...{ method: 'POST', url: `/api${contract.getMyService.path}`, payload: { sid } },
    headers: { authorization: 'portal-web 1201' },
  })
  return response.json<{ code: number }>().code === 200
}

/** Returns the milliseconds until neither replica admits the person. */
async function goneAfter(sid: string): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < 10_000)
    if (!(await isIn(app, sid)) && !(await isIn(other.app, sid))) return performance.now() - began
  return Number.POSITIVE_INFINITY
}

async function companyWithPerson(source: 'scim' | (typeof kinds)[number]) {
  const company = await make.company()
  const managerSid = await make.session(company.owner.account)
  const { account } = await make.employee(company.id, { name: '陈雨桐' })
  const sid = await make.session(account)
  const rules = { owns: [], leaver: 'disable' as const, successor: 'none' as const, successor_id: null }
  await call('setDirectory', { source, ...rules }, { sid: managerSid })
  return { company, managerSid, account, sid }
}

test('scim: a leaver loses access on both replicas in time', async () => {
  const { company, managerSid, account, sid } = await companyWithPerson('scim')
  const { secret } = await make.apiToken(company)
  const scim = (method: 'POST' | 'DELETE', path: string, payload?: string) =>
    app.inject({
      ...{ method, url: `/scim/v2${path}`, ...(payload && { payload }) },
      headers: { authorization: `Bearer ${secret}`, ...(payload && { 'content-type': 'application/scim+json' }) },
    })
  const phoneNumbers = [{ type: 'mobile', value: account.phone }]
  const added = await scim(
    'POST',
    '/Users',
    JSON.stringify({ userName: 'yutong', displayName: '陈雨桐', phoneNumbers }),
  )
  await call('startDirectory', { leaving: 0 }, { sid: managerSid })
  expect([await isIn(app, sid), await isIn(other.app, sid)]).toEqual([true, true])
  expect((await scim('DELETE', `/Users/${added.json<{ id: string }>().id}`)).statusCode).toBe(204)
  expect(await goneAfter(sid)).toBeLessThan(within)
})

test.each(kinds)('%s: a leaver loses access on both replicas in time, counted from the callback', async kind => {
  const { company, managerSid, account, sid } = await companyWithPerson(kind)
  const access = {
    ...{
      tenant: settings.tenant,
      client_id: kind === 'wecom' ? '' : settings.clientId,
      client_secret: settings.secret,
    },
    ...{ callback_token: settings.token, callback_key: settings.key },
  }
  await call('setDirectoryProvider', access, { sid: managerSid })
  const person = { id: 'p1', name: '陈雨桐', phone: account.phone, title: '', department: '' }
  counterparts[kind].people.set('p1', person)
  counterparts[kind].people.set('p2', { ...person, id: 'p2', phone: company.owner.account.phone })
  await call('fetchDirectory', {}, { sid: managerSid })
  await expect
    .poll(async () => (await call('getDirectory', {}, { sid: managerSid })).data.people, { timeout: 5000 })
    .toBe(2)
  await call('startDirectory', { leaving: 0 }, { sid: managerSid })
  expect([await isIn(app, sid), await isIn(other.app, sid)]).toEqual([true, true])
  counterparts[kind].people.delete('p1')
  const { query, headers, type, body } = counterparts[kind].tell('person', 'p1')
  const answer = await other.app.inject({
    ...{ method: 'POST', url: `/directory-callback/${company.id}?${new URLSearchParams(query)}`, payload: body },
    headers: { ...headers, 'content-type': type },
  })
  expect(answer.statusCode).toBe(200)
  const took = await goneAfter(sid)
  expect(took, `${Math.round(took)} ms`).toBeLessThan(within)
})
