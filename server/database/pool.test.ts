import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { silentLog, testDatabase } from '../testing/database.ts'
import { once } from '../testing/database-setup.ts'
import type { Database } from './database.ts'
import { connect } from './pool.ts'
import { statementsPerConnection } from './statements.ts'

const { system, url, pools } = await testDatabase()
await once(url, 'create table sample (id int primary key, note text)')

const prepared = (database: Database) =>
  database.rows<{ name: string; statement: string }>(sql`select name, statement from pg_prepared_statements`)

test('values come back as the types that rooms expect', async () => {
  const row =
    await system.row(sql`select 9007199254740991 as big, date '2026-02-03' as day, array[1, null]::int8[] as list,
    timestamptz '2026-02-03T04:05:06.789Z' as at, ${null}::text as nothing, '{"a":1}'::jsonb as json`)
  expect(row).toEqual({
    big: 9007199254740991,
    day: '2026-02-03',
    list: [1, null],
    at: new Date('2026-02-03T04:05:06.789Z'),
    nothing: null,
    json: { a: 1 },
  })
  await expect(system.row(sql`select 9007199254740993 as big`)).rejects.toThrow(RangeError)
  await expect(system.row(sql`select 1::int8 as big`)).resolves.toEqual({ big: 1 })
  expect(await system.row(sql`select current_setting('timezone') as zone`)).toEqual({ zone: 'Asia/Shanghai' })
})

test('change counts rows', async () => {
  expect(await system.change(sql`insert into sample (id) values (1), (2)`)).toBe(2)
  expect(await system.change(sql`update sample set note = 'x' where id = ${9}`)).toBe(0)
  expect(await system.change(sql`delete from sample`)).toBe(2)
})

test('a statement is prepared once, under a name of its text', async () => {
  await system.transaction(async one => {
    for (const id of [1, 2, 3]) await one.rows(sql`select note from sample where id = ${id}`)
    const found = (await prepared(one)).filter(({ statement }) => statement.startsWith('select note from sample'))
    expect(found).toEqual([
      { name: expect.stringMatching(/^[\w-]{43}$/), statement: 'select note from sample where id = $1' },
    ])
  })
})

test('a search is planned each time: nothing of it stays prepared', async () => {
  const narrow = connect({ url, log: silentLog, size: 1 })
  try {
    for (const id of [1, 2]) await narrow.searches.rows(sql`select id from sample where id = ${id}`)
    expect(await prepared(narrow.searches)).toEqual([])
    await narrow.system.rows(sql`select id from sample where id = ${1}`)
    expect(await prepared(narrow.searches)).toHaveLength(1)
  } finally {
    await narrow.end()
  }
})

test('a connection that holds its share of prepared statements is replaced', async () => {
  const narrow = connect({ url, log: silentLog, size: 1 })
  const backend = async () => (await narrow.system.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid
  const before = await backend()
  let most = 0
  for (let number = 0; number < statementsPerConnection * 2; number += 1) {
    await narrow.system.rows(sql`select ${raw(String(number))} as number`)
    if (number % 50 === 0) most = Math.max(most, (await prepared(narrow.system)).length)
  }
  expect(await backend()).not.toBe(before)
  expect(most).toBeGreaterThan(statementsPerConnection / 2)
  expect(most).toBeLessThanOrEqual(statementsPerConnection)
  await narrow.end()
})

test('a refused statement keeps its connection', async () => {
  await system.change(sql`insert into sample (id) values (1)`)
  const before = pools.statistics().system.total
  for (let time = 0; time < 20; time += 1)
    await expect(system.change(sql`insert into sample (id) values (1)`)).rejects.toMatchObject({ code: '23505' })
  expect(pools.statistics().system.total).toBe(before)
  await system.change(sql`delete from sample`)
})

test('a value the driver cannot send costs one error only', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const insert = (value: unknown) => system.rows(sql`select ${value}::jsonb as value -- circular`)
  await expect(insert(circular)).rejects.toThrow('circular')
  for (let time = 0; time < 10; time += 1) expect(await insert({ a: 1 })).toEqual([{ value: { a: 1 } }])
})

test('statements prepared before a migration of another replica run again', async () => {
  await once(url, 'create table changing (a int); insert into changing values (1)')
  const read = () => system.rows(sql`select * from changing`)
  await Promise.all(Array.from({ length: 20 }, read))
  await once(url, 'alter table changing add column b int')
  expect(await Promise.all(Array.from({ length: 20 }, read))).toEqual(Array(20).fill([{ a: 1, b: null }]))
})

test('a slow statement is ended', async () => {
  const hasty = connect({ url, log: silentLog, size: 1, statementTimeout: 50 })
  await expect(hasty.system.rows(sql`select pg_sleep(5)`)).rejects.toMatchObject({ code: '57014' })
  expect(await hasty.system.row(sql`select 1 as one`)).toEqual({ one: 1 })
  await hasty.end()
})

test('connections that the server ends are replaced', async () => {
  await Promise.all(Array.from({ length: 8 }, () => system.rows(sql`select 1`)))
  const running = system.rows(sql`select pg_sleep(10)`).catch((error: unknown) => error)
  const inTransaction = system
    .transaction(async one => {
      await one.rows(sql`select 1`)
      await new Promise(resolve => setTimeout(resolve, 200))
      await one.rows(sql`select 1`)
    })
    .catch((error: unknown) => error)
  await new Promise(resolve => setTimeout(resolve, 50))
  await once(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(await running).toBeInstanceOf(Error)
  expect(await inTransaction).toBeInstanceOf(Error)
  expect(await Promise.all(Array.from({ length: 8 }, () => system.row(sql`select 1 as one`)))).toEqual(
    Array(8).fill({ one: 1 }),
  )
})
