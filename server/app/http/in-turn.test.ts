import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lockHolder } from '#server/testing/held-lock.ts'
import { testPortal } from '#server/testing/portal.ts'

// The pools are as large as production's: changes and reads compete for their eight connections.
const { call, operate, make, app, url } = await testPortal({}, undefined, { poolSize: 8 })

async function office() {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const employee = await make.employee(company.id)
  return { company, sid, employee }
}

const holdingLock = lockHolder(url)

/** Sends requests that wait for a lock; returns them, how many wait in the database, and what a stranger gets. */
async function whileLocked(lock: string, values: string[], send: () => Promise<{ code: number }>[], expected: number) {
  const other = await office()
  return holdingLock({ lock, values, expected }, send, async (requests, blocked) => {
    const { sid } = other
    const account = await Promise.race([call('wGetUserInfo', {}, { sid }), sleep(2_500)])
    const read = await Promise.race([call('getCompanyInfo', {}, { sid }), sleep(2_500)])
    const position = { employee_id: other.employee.id, position: '运营' }
    const changed = await Promise.race([call('setCompanyUser', position, { sid }), sleep(2_500)])
    return { requests, blocked, codes: [account?.code, read?.code, changed?.code] }
  })
}

const twenty = (send: (index: number) => Promise<{ code: number }>) => () =>
  Array.from({ length: 20 }, (_, index) => send(index))
const codesOf = async (requests: Promise<{ code: number }>[]) => (await Promise.all(requests)).map(({ code }) => code)

// Guard: `inTurn` in perform, in the directory's interface and in the log's. Without it the requests that wait hold every connection,
// and the others get none for five seconds.
test.each([
  'a change with a key',
  'a change',
  'a plan',
  'a change by the directory',
  'the log',
  "an operator's change",
] as const)('requests that wait for a lock leave the others their connections: %s', async what => {
  const { company, sid, employee } = await office()
  const { secret, id: tokenId } = await make.apiToken(company)
  const { token } = await make.operator('network')
  const { id: region_id } = await make.region()
  const employee_id = employee.id
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const outside = async (method: 'GET' | 'POST', url: string) => {
    const { statusCode } = await app.inject({ method, url, headers, ...(method === 'POST' && { payload: '{}' }) })
    return { code: statusCode }
  }
  const request = {
    'a change with a key': (index: number) => call('setCompanyUser', { employee_id, position: `${index}` }, { sid }),
    'a change': (index: number) => call('setCompanyUser', { employee_id, position: `${index}` }, { sid, keyed: false }),
    'a plan': () => call('planAccess', { call: 'setCompanyUser', input: { employee_id, state: 'disabled' } }, { sid }),
    'a change by the directory': () => outside('POST', '/scim/v2/Groups'),
    'the log': () => outside('GET', '/log/activity.ndjson'),
    "an operator's change": () => operate('setRegionPublished', { region_id, published: false }, { token }),
  }[what]
  const [row, id] = what.startsWith('an operator')
    ? ['region', region_id]
    : what === 'the log' || what === 'a change by the directory'
      ? ['api_token', tokenId]
      : ['employee', employee_id]
  const { requests, ...rest } = await whileLocked(
    `select from ${row} where id = $1 for update`,
    [id],
    twenty(request),
    3,
  )
  expect(rest).toEqual({ blocked: 3, codes: [200, 200, 200] })
  // The company has set no directory, so that interface refuses it once its turn has come.
  const code = what === 'a change by the directory' ? 403 : 200
  expect(await codesOf(requests)).toEqual(Array(20).fill(code))
})

// Guard: `width` and `reserved` of the turns of changes. Without them three companies hold all connections, and without the second two
// hold all turns.
test('changes of several companies that wait for locks leave the others a turn, and connections for their sessions', async () => {
  const offices = [await office(), await office(), await office()]
  const { requests, blocked, codes } = await whileLocked(
    'select from employee where id = any($1::uuid[]) for update',
    [`{${offices.map(({ employee }) => employee.id).join()}}`],
    () =>
      offices.flatMap(({ sid, employee: { id } }) =>
        twenty(index => call('setCompanyUser', { employee_id: id, position: `${index}` }, { sid }))(),
      ),
    3,
  )
  // Three, and one more of each company that has none of these.
  expect(blocked).toBeLessThanOrEqual(5)
  expect(codes).toEqual([200, 200, 200])
  expect(await codesOf(requests)).toEqual(Array(60).fill(200))
})

// Guard: the turns at the connections of the companies, and of the operators, in database/pool.ts. Without them eight are blocked.
test.each([
  { reader: 'a company', blocked: 5 },
  { reader: 'an operator', blocked: 3 },
] as const)('slow reads of $reader leave the others their connections', async ({ reader, blocked }) => {
  const { sid } = await office()
  const { token } = await make.operator('owner')
  const read = {
    'a company': () => call('getTicketList', {}, { sid }),
    'an operator': () => operate('getSupportTicketList', {}, { token }),
  }[reader]
  const lock = 'lock table ticket in access exclusive mode'
  const { requests, ...rest } = await whileLocked(lock, [], twenty(read), blocked)
  expect(rest).toEqual({ blocked, codes: [200, 200, 200] })
  expect(await codesOf(requests)).toEqual(Array(20).fill(200))
})
