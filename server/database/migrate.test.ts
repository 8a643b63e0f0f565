import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { databaseAt, runStatement } from '#server/testing/database-setup.ts'
import { countOf } from './count-rows.ts'
import { type MigrationError, migrate } from './migrate.ts'

const { system, url } = await testDatabase()
const dir = await mkdtemp(join(tmpdir(), 'haiyilian-migrations-'))
afterAll(() => rm(dir, { recursive: true }))
const migration = (name: string) => join(dir, 'migrations', name)
const file = (name: string, text: string) => writeFile(migration(name), text)
const run = (to = url) => migrate({ url: to, log: silentLog, dir })
const tables = async () =>
  (
    await system.rows(
      z.object({ name: z.string() }),
    )`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`
  ).map(row => row.name)

beforeEach(async () => {
  await runStatement(url, 'drop schema public cascade; create schema public')
  await rm(dir, { recursive: true })
  await mkdir(join(dir, 'migrations'), { recursive: true })
  await mkdir(join(dir, 'functions'))
  await file('0001-one.sql', 'create table one (id int);\ninsert into one values (1);\n')
  await file('0002-two.sql', 'create table two (id int);')
})

test('new migrations run once', async () => {
  expect(await run()).toEqual(['0001-one.sql', '0002-two.sql'])
  expect(await run()).toEqual([])
  await file('0003-three.sql', 'alter table one add column name text')
  expect(await run()).toEqual(['0003-three.sql'])
  expect(await tables()).toEqual(['one', 'portal_function', 'portal_migration', 'two'])
})

test('four concurrent starts migrate correctly, on one database and on four', async () => {
  const ran = await Promise.all([run(), run(), run(), run()])
  expect(ran.flat().sort()).toEqual(['0001-one.sql', '0002-two.sql'])
  expect(await countOf(system, sql`select count(*) from one`)).toBe(1)
  // The role belongs to the whole server, so four databases request it concurrently.
  const names = [1, 2, 3, 4].map(number => `test_migrate_${process.pid}_${number}`)
  for (const name of names) await runStatement(url, `create database ${name}`)
  try {
    for (const done of await Promise.all(names.map(name => run(databaseAt(url, name))))) expect(done).toHaveLength(2)
  } finally {
    for (const name of names) await runStatement(url, `drop database ${name}`)
  }
})

test('a failing migration is rolled back and reports the position', async () => {
  await file('0003-three.sql', 'create table three (id int);\ninsert into three values (1);\n\nselect nonsense;')
  await expect(run()).rejects.toThrow(/0003-three\.sql 失败，数据库未改动：第 4 行：.*nonsense/)
  expect(await tables()).toEqual(['one', 'portal_function', 'portal_migration', 'two'])
  await file('0003-three.sql', 'create table three (id int)')
  expect(await run()).toEqual(['0003-three.sql'])
})

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['changed', () => file('0001-one.sql', 'create table one (id bigint);'), /0001-one\.sql 执行后被改动过/],
  ['missing', () => rm(migration('0001-one.sql')), /0001-one\.sql，但程序里没有它/],
  ['renamed', () => rename(migration('0001-one.sql'), migration('0001-uno.sql')), /0001-one\.sql，但程序里没有它/],
  ['squeezed in', () => file('0000-zero.sql', 'select 1'), /0000-zero\.sql 排在已执行的 0002-two\.sql 之前/],
  ['double', () => file('0002-also.sql', 'select 1'), /编号重复/],
  ['misnamed', () => file('3-three.sql', 'select 1'), /NNNN-name/],
])('a %s file is refused', async (_, change, message) => {
  await run()
  await change()
  await expect(run()).rejects.toThrow(message)
  expect(await tables()).toEqual(['one', 'portal_function', 'portal_migration', 'two'])
})

test('an older program starts beside a newer one whose migrations allow it, without touching its functions', async () => {
  const greeting = (text: string) =>
    `create or replace function greeting() returns text language sql as $$ select '${text}' $$`
  const functionFile = join(dir, 'functions', 'greeting.sql')
  await writeFile(functionFile, greeting('old'))
  await run()
  await file('0003-three.sql', '-- works with 0002\nalter table one add column name text')
  await writeFile(functionFile, greeting('new'))
  expect(await run()).toEqual(['0003-three.sql', 'greeting.sql'])

  await rm(migration('0003-three.sql'))
  await writeFile(functionFile, greeting('old'))
  expect(await run()).toEqual([])
  expect(await system.row(z.object({ text: z.string() }))`select greeting() as text`).toEqual({ text: 'new' })
  // A program one step older still is refused.
  await rm(migration('0002-two.sql'))
  await expect(run()).rejects.toThrow('程序版本比数据库旧')
})

test('a database from a version without that declaration is taken over', async () => {
  await run()
  await runStatement(url, 'alter table portal_migration drop column works_with')
  expect(await run()).toEqual([])
})

test('a batched statement runs until it changes nothing, each time in a separate transaction', async () => {
  await run()
  await runStatement(url, 'alter table one add column seen xid8; insert into one select generate_series(2, 25)')
  await file(
    '0003-batches.sql',
    `-- in batches
    update one set seen = pg_current_xact_id()
    where id in (select id from one where seen is null limit 10)`,
  )
  expect(await run()).toEqual(['0003-batches.sql'])
  expect(await countOf(system, sql`select count(distinct seen) from one where seen is not null`)).toBe(3)
  expect(await countOf(system, sql`select count(*) from one where seen is null`)).toBe(0)
})

test('a concurrent statement does not block writers, and restarts after a failure', async () => {
  await run()
  await runStatement(url, 'insert into one values (1)')
  const text = `-- concurrently
drop index concurrently if exists other;
create index concurrently other on one (id);
-- A comment with a semicolon;
create unique index concurrently single
  on one (id);
`
  await file('0003-index.sql', text)
  await expect(run()).rejects.toThrow(/0003-index\.sql 没有做完.*create unique index.*single/)
  await file(
    '0003-index.sql',
    text.replace('create unique index', 'drop index concurrently if exists single;\ncreate index'),
  )
  // Two concurrent starts: the one waiting for the other must not block its index, which waits for every statement.
  const ran = await Promise.all([run(), run()])
  expect(ran.flat()).toEqual(['0003-index.sql'])
  expect(
    await countOf(system, sql`select count(*) from pg_index where indrelid = 'one'::regclass and indisvalid`),
  ).toBe(2)
})

test('Windows line ends do not count as a change', async () => {
  await run()
  await file('0001-one.sql', 'create table one (id int);\r\ninsert into one values (1);\r\n')
  expect(await run()).toEqual([])
})

test('a database user without rights gets a message naming the missing ones', async () => {
  const [user, database] = [`test_weak_${process.pid}`, `test_weak_${process.pid}`]
  await runStatement(url, `create role ${user} nologin`)
  await runStatement(url, `grant ${user} to current_user`)
  await runStatement(url, `create database ${database}`)
  try {
    const weak = new URL(databaseAt(url, database))
    weak.searchParams.set('options', `-c role=${user}`)
    const refused = await run(weak.href).catch((error: MigrationError) => error)
    expect(String(refused)).toMatch(/CREATEROLE.*create role portal_company/)
  } finally {
    await runStatement(url, `drop database ${database}`)
    await runStatement(url, `drop role ${user}`)
  }
})
