import { setImmediate as settled } from 'node:timers/promises'
import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import { countOf } from './count-rows.ts'
import type { Database } from './database.ts'
import { connect } from './pool.ts'
import { readSnapshot } from './snapshot.ts'
import { statementsPerConnection } from './statements.ts'

const { system, url, pools } = await testDatabase()
await runStatement(url, 'create table sample (id int primary key, note text)')

const prepared = (database: Database) =>
  database.rows(
    z.object({ name: z.string(), statement: z.string() }),
  )`select name, statement from pg_prepared_statements`

test('values are returned as the types that modules expect', async () => {
  const schema = z.object({
    big: z.int(),
    day: z.iso.date(),
    list: z.array(z.int().nullable()),
    at: instant,
    instants: z.array(instant.nullable()),
    nothing: z.null(),
    json: z.object({ a: z.int() }),
  })
  const row = await system.row(schema)`
    select 9007199254740991 as big, date '2026-02-03' as day, array[1, null]::int8[] as list,
      timestamptz '2026-02-03T04:05:06.789Z' as at, array[timestamptz '2026-02-03T04:05:06+08:00', null] as instants,
      ${null}::text as nothing, '{"a":1}'::jsonb as json`
  expect(row).toEqual({
    big: 9007199254740991,
    day: '2026-02-03',
    list: [1, null],
    at: '2026-02-03T04:05:06.789Z',
    instants: ['2026-02-02T20:05:06.000Z', null],
    nothing: null,
    json: { a: 1 },
  })
  await expect(countOf(system, sql`select 9007199254740993`)).rejects.toThrow(RangeError)
  expect(await countOf(system, sql`select 1::int8`)).toBe(1)
  const zone = z.object({ zone: z.string() })
  expect(await system.row(zone)`select current_setting('timezone') as zone`).toEqual({ zone: 'Asia/Shanghai' })
})

test('an answer that arrives in several reads, in the middle of a value, is whole', async () => {
  const long = z.object({ text: z.string() })
  const texts = (
    await system.rows(long)`
    select repeat(place::text || '海易联', 20000) as text from generate_series(1, 30) as place`
  ).map(({ text }) => text)
  expect(texts).toEqual(Array.from({ length: 30 }, (_, index) => `${index + 1}海易联`.repeat(20_000)))
})

test('change returns the number of rows', async () => {
  expect(await system.change`insert into sample (id) values (1), (2)`).toBe(2)
  expect(await system.change`update sample set note = 'x' where id = ${9}`).toBe(0)
  expect(await system.change`delete from sample`).toBe(2)
})

test('a statement is prepared once, under a name of its text', async () => {
  await system.transaction(async one => {
    for (const id of [1, 2, 3]) await one.change`select note from sample where id = ${id}`
    const found = (await prepared(one)).filter(({ statement }) => statement.startsWith('select note from sample'))
    expect(found).toEqual([
      { name: expect.stringMatching(/^[\w-]{43}$/), statement: 'select note from sample where id = $1' },
    ])
  })
})

test('a search is planned every time and not kept prepared', async () => {
  const narrow = connect({ url, log: silentLog, size: 1 })
  try {
    for (const id of [1, 2]) await narrow.searches('operator').change`select id from sample where id = ${id}`
    expect(await prepared(narrow.searches('operator'))).toEqual([])
    await narrow.system.change`select id from sample where id = ${1}`
    expect(await prepared(narrow.searches('operator'))).toHaveLength(1)
  } finally {
    await narrow.end()
  }
})

test('a connection with the maximum of prepared statements is replaced', async () => {
  const narrow = connect({ url, log: silentLog, size: 1 })
  const backend = () => countOf(narrow.system, sql`select pg_backend_pid()`)
  const before = await backend()
  let most = 0
  for (let number = 0; number < statementsPerConnection * 2; number += 1) {
    await narrow.system.change`select ${raw(String(number))} as number`
    if (number % 50 === 0) most = Math.max(most, (await prepared(narrow.system)).length)
  }
  expect(await backend()).not.toBe(before)
  expect(most).toBeGreaterThan(statementsPerConnection / 2)
  expect(most).toBeLessThanOrEqual(statementsPerConnection)
  await narrow.end()
})

test('a refused statement keeps its connection', async () => {
  await system.change`insert into sample (id) values (1)`
  const before = pools.statistics().system.total
  for (let time = 0; time < 20; time += 1)
    await expect(system.change`insert into sample (id) values (1)`).rejects.toMatchObject({ code: '23505' })
  expect(pools.statistics().system.total).toBe(before)
  await system.change`delete from sample`
})

test('a value the driver cannot send costs one error only', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const json = z.object({ value: z.unknown() })
  const insert = (value: unknown) => system.rows(json)`select ${value}::jsonb as value -- circular`
  await expect(insert(circular)).rejects.toThrow('circular')
  for (let time = 0; time < 10; time += 1) expect(await insert({ a: 1 })).toEqual([{ value: { a: 1 } }])
})

test('statements prepared before another replica’s migration work again', async () => {
  await runStatement(url, 'create table changing (a int); insert into changing values (1)')
  const changing = z.object({ a: z.int(), b: z.int().nullable().optional() })
  const read = () => system.rows(changing)`select * from changing`
  await Promise.all(Array.from({ length: 20 }, read))
  await runStatement(url, 'alter table changing add column b int')
  expect(await Promise.all(Array.from({ length: 20 }, read))).toEqual(Array(20).fill([{ a: 1, b: null }]))
})

test('a slow statement is ended', async () => {
  const hasty = connect({ url, log: silentLog, size: 1, statementTimeout: 50 })
  await expect(hasty.system.change`select pg_sleep(5)`).rejects.toMatchObject({ code: '57014' })
  expect(await countOf(hasty.system, sql`select 1`)).toBe(1)
  await hasty.end()
})

test('connections closed by the server are replaced', async () => {
  await Promise.all(Array.from({ length: 8 }, () => system.change`select 1`))
  const running = system.change`select pg_sleep(10)`.catch((error: unknown) => error)
  const inTransaction = system
    .transaction(async one => {
      await one.change`select 1`
      await new Promise(resolve => setTimeout(resolve, 200))
      await one.change`select 1`
    })
    .catch((error: unknown) => error)
  await new Promise(resolve => setTimeout(resolve, 50))
  await runStatement(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(await running).toBeInstanceOf(Error)
  expect(await inTransaction).toBeInstanceOf(Error)
  expect(await Promise.all(Array.from({ length: 8 }, () => countOf(system, sql`select 1`)))).toEqual(Array(8).fill(1))
})

test('a request that waits for its owner’s turn counts as waiting for a connection', async () => {
  const narrow = connect({ url, log: silentLog, size: 1 })
  try {
    const operator = narrow.searches('operator')
    const ended = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const first = operator.transaction(async () => {
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    const second = operator.change`select`
    expect(narrow.statistics()).toMatchObject({ system: { waiting: 1 }, companies: { waiting: 0 } })
    ended.resolve()
    await Promise.all([first, second])
    expect(narrow.statistics().system.waiting).toBe(0)
  } finally {
    await narrow.end()
  }
})

// Guard: the handler of `over` in snapshot.ts. Without it the rejection is unhandled, which ends the process.
test('a snapshot that gets no connection is refused, and nothing else', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  try {
    const closed = connect({ url, log: silentLog, size: 1 })
    await closed.end()
    await expect(readSnapshot(closed.system, async () => {})).rejects.toThrow('Cannot use a pool')
    await settled()
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})
