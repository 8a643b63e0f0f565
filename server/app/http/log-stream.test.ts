import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, system, app } = portal

interface Line {
  number: number
  action: string
  subject_name: string
}

async function fetchLog(secret: string, parameters: Record<string, string> = {}) {
  const response = await app.inject({
    url: `/log/activity.ndjson?${new URLSearchParams(parameters)}`,
    headers: { authorization: `Bearer ${secret}` },
  })
  const isLog = response.headers['content-type'] === 'application/x-ndjson; charset=utf-8'
  const lines = isLog ? response.body.split('\n').flatMap(line => (line ? [JSON.parse(line) as Line] : [])) : []
  return { status: response.statusCode, lines, next: response.headers['x-next-after'], body: response.body }
}

const record = (database: Database, { id }: TestCompany, name: string) =>
  asCompany(database, id, company => recordActivity(company, id, [{ action: 'department.added', id: null, name }]))

test('every entry is returned in order, once, by its number', async () => {
  const company = await make.company()
  const { secret } = await make.apiToken(company, { scopes: ['activity:read'] })
  const { next: begin = '0' } = await fetchLog(secret)
  const names = Array.from({ length: 25 }, (_, index) => `部门${index}`)
  for (const name of names) await record(system, company, name)
  const fetched: Line[] = []
  for (let after = String(begin); ; ) {
    const { lines, next } = await fetchLog(secret, { after, limit: '10' })
    if (!lines.length) break
    fetched.push(...lines)
    after = String(next)
  }
  expect(fetched.map(({ subject_name }) => subject_name)).toEqual(names)
  expect(fetched.map(({ number }) => number)).toEqual(names.map((_, index) => Number(begin) + index + 1))
  // A repeated request from the same number gets the same lines.
  expect((await fetchLog(secret, { after: String(begin) })).lines).toEqual(fetched)
})

// Guard: the quota in `admitWhole`.
test('the answer says how much of the minute is left', async () => {
  const { secret } = await make.apiToken(await make.company(), { scopes: ['activity:read'] })
  const { headers } = await app.inject({ url: '/log/activity.ndjson', headers: { authorization: `Bearer ${secret}` } })
  expect(headers['ratelimit-policy']).toBe('"token";q=600;w=60')
  expect(headers.ratelimit).toMatch(/^"token";r=599;t=\d+$/)
})

test('an entry that commits late is not skipped', async () => {
  const company = await make.company()
  const { secret } = await make.apiToken(company, { scopes: ['activity:read'] })
  const { next: begin = '0' } = await fetchLog(secret)
  let after = ''
  await system.transaction(async transaction => {
    await record(transaction, company, '先开始的')
    // The record is sent with the next statement.
    await transaction.change`select`
    await setTimeout(30)
    await record(system, company, '先结束的')
    const { lines, next } = await fetchLog(secret, { after: String(begin) })
    expect(lines.map(({ subject_name }) => subject_name)).toEqual(['先结束的'])
    after = String(next)
  })
  expect((await fetchLog(secret, { after })).lines.map(({ subject_name }) => subject_name)).toEqual(['先开始的'])
})

test('entries are not skipped after the clock was ahead for a while', async () => {
  const company = await make.company()
  const { secret } = await make.apiToken(company, { scopes: ['activity:read'] })
  const { next: begin = '0' } = await fetchLog(secret)
  await system.change`
    insert into activity (company_id, id, at, actor_kind, actor_name, action, subject_name)
    values (${company.id}, uuidv7(interval '3 hours'), now() + interval '3 hours', 'system', '系统', 'department.added', '超前的')`
  const { next } = await fetchLog(secret, { after: String(begin) })
  await record(system, company, '准时的')
  expect((await fetchLog(secret, { after: String(next) })).lines.map(each => each.subject_name)).toEqual(['准时的'])
})

test('concurrent requests get the same entries', async () => {
  const company = await make.company()
  const { secret } = await make.apiToken(company, { scopes: ['activity:read'] })
  const { next: begin = '0' } = await fetchLog(secret)
  // Enough entries that numbering them lasts until the other requests have begun.
  const entries = Array.from({ length: 3000 }, (_, index) => ({
    ...{ action: 'department.added' as const, id: null, name: `部门${index}` },
  }))
  await asCompany(system, company.id, own => recordActivity(own, company.id, entries))
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => fetchLog(secret, { after: String(begin), limit: '5000' })),
  )
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]?.lines).toHaveLength(3000)
})

test('only a company’s token with access to the whole log may read it', async () => {
  const company = await make.company()
  await record(system, company, '只有自己看得到')
  const department = await make.department(company.id)
  const other = await make.apiToken(await make.company(), { scopes: ['activity:read'] })
  expect((await fetchLog(other.secret)).body).not.toContain('只有自己看得到')
  const narrow = await make.apiToken(company, { scopes: ['people:read'] })
  expect(await fetchLog(narrow.secret)).toMatchObject({ status: 403, lines: [] })
  const local = await make.apiToken(company, { scopes: ['activity:read'], departments: [department.id] })
  expect(await fetchLog(local.secret)).toMatchObject({ status: 403, lines: [] })
  expect((await fetchLog('hyl_made-up')).status).toBe(401)
  const own = await make.apiToken(company, { scopes: ['activity:read'] })
  const refused: Record<string, string>[] = [{ after: '-1' }, { after: 'x' }, { limit: '0' }, { limit: '5001' }]
  for (const wrong of refused) expect((await fetchLog(own.secret, wrong)).status, JSON.stringify(wrong)).toBe(400)
})

// Last, because it changes the numbers of all companies.
test('after a restore the numbers go on beyond any that the log system may already have', async () => {
  const company = await make.company()
  const { secret } = await make.apiToken(company, { scopes: ['activity:read'] })
  await record(system, company, '恢复之前')
  const { next } = await fetchLog(secret)
  // The log system got ten more, which are gone.
  await system.change`insert into restoration (restored_to) values (now())`
  await record(system, company, '恢复之后')
  const { lines } = await fetchLog(secret, { after: String(Number(next) + 10) })
  expect(lines.map(({ subject_name }) => subject_name)).toEqual(['恢复之后'])
})
