import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, app, url } = await testPortal()

async function office() {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const employee = await make.employee(company.id)
  return { company, sid, employee }
}

// The portal's own connections are what the changes compete for.
const apart = new Pool({ connectionString: url, max: 2 })
afterAll(() => apart.end())

const countBlocked = async () =>
  Number(
    (
      await apart.query(
        "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rows[0].count,
  )

/** Sends twenty requests that wait for a locked row; returns how many wait in the database, and what a stranger gets. */
async function whileLocked(row: string, id: string, request: (index: number) => Promise<{ code: number }>) {
  const other = await office()
  const holder = await apart.connect()
  try {
    await holder.query('begin')
    await holder.query(`select from ${row} where id = $1 for update`, [id])
    const requests = Array.from({ length: 20 }, (_, index) => request(index))
    while ((await countBlocked()) < 3) await sleep(20)
    // Longer than the next ones take to reach the lock, and shorter than any waits for it.
    await sleep(300)
    const blocked = await countBlocked()
    const read = await Promise.race([call('wGetUserInfo', {}, { sid: other.sid }), sleep(2_500)])
    const position = { employee_id: other.employee.id, position: '运营' }
    const changed = await Promise.race([call('setCompanyUser', position, { sid: other.sid }), sleep(2_500)])
    return { requests, blocked, codes: [read?.code, changed?.code] }
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

// Guard: `inTurn` in perform, in the directory's interface and in the log's. Without it the requests that wait hold every connection,
// and the others get none for five seconds.
test.each(['a change with a key', 'a change', 'a plan', 'a change by the directory', 'the log'] as const)(
  'requests that wait for a lock of their company leave the others their connections: %s',
  async what => {
    const { company, sid, employee } = await office()
    const { secret, id: tokenId } = await make.apiToken(company)
    const employee_id = employee.id
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const outside = async (method: 'GET' | 'POST', url: string) => {
      const { statusCode } = await app.inject({ method, url, headers, ...(method === 'POST' && { payload: '{}' }) })
      return { code: statusCode }
    }
    const request = {
      'a change with a key': (index: number) => call('setCompanyUser', { employee_id, position: `${index}` }, { sid }),
      'a change': (index: number) =>
        call('setCompanyUser', { employee_id, position: `${index}` }, { sid, keyed: false }),
      'a plan': () =>
        call('planAccess', { call: 'setCompanyUser', input: { employee_id, state: 'disabled' } }, { sid }),
      'a change by the directory': () => outside('POST', '/scim/v2/Groups'),
      'the log': () => outside('GET', '/log/activity.ndjson'),
    }[what]
    const isToken = what === 'the log' || what === 'a change by the directory'
    const [row, id] = isToken ? (['api_token', tokenId] as const) : (['employee', employee_id] as const)
    const { requests, ...rest } = await whileLocked(row, id, request)
    expect(rest).toEqual({ blocked: 3, codes: [200, 200] })
    // The company has set no directory, so that interface refuses it once its turn has come.
    const code = what === 'a change by the directory' ? 403 : 200
    expect((await Promise.all(requests)).map(answer => answer.code)).toEqual(Array(20).fill(code))
  },
)
