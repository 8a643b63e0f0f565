import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog, testDatabase } from '../testing/database.ts'
import { runStatement } from '../testing/database-setup.ts'
import { migrate } from './migrate.ts'
import { readFunctions } from './sql-files.ts'

const { system, url } = await testDatabase()
const { system: portal, url: portalUrl } = await testDatabase()
const dir = await mkdtemp(join(tmpdir(), 'haiyilian-functions-'))
afterAll(() => rm(dir, { recursive: true }))

const table = '0001-table.sql'
const file = (name: string, text: string) =>
  writeFile(join(dir, name.startsWith('0') ? 'migrations' : 'functions', name), text)
const greeting = (text: string, parameters = 'name text') =>
  file(
    'greet.sql',
    `create or replace function greet(${parameters}) returns text language plpgsql as $$
    begin return '${text} ' || name; end $$;`,
  )
let warnings: string[] = []
const run = () => migrate({ url, log: { ...silentLog, warn: text => warnings.push(text) }, dir })
const greeted = z.object({ greeting: z.string() })
const greet = () => system.row(greeted)`select greet('Zhou') as greeting`

beforeEach(async () => {
  warnings = []
  await runStatement(url, 'drop schema public cascade; create schema public')
  await rm(dir, { recursive: true })
  await mkdir(join(dir, 'migrations'), { recursive: true })
  await mkdir(join(dir, 'functions'))
  await file(table, 'create table person (name text)')
  await greeting('Hello')
})

test('a function is reloaded only when its text changes', async () => {
  await file('other.sql', 'create or replace function other() returns integer language sql return 1')
  expect(await run()).toEqual([table, 'greet.sql', 'other.sql'])
  expect(await run()).toEqual([])
  await greeting('Good morning')
  expect(await run()).toEqual(['greet.sql'])
  expect(await greet()).toEqual({ greeting: 'Good morning Zhou' })
  expect(warnings).toEqual([])
})

test('a trigger is dropped with its function', async () => {
  const shout = (when: string) =>
    file(
      'shout.sql',
      `create or replace function shout() returns trigger language plpgsql as $$
      begin new.name := upper(new.name); return new; end $$;
      create or replace trigger shout before insert on person for each row when (${when}) execute function shout();`,
    )
  await shout('true')
  await run()
  await runStatement(url, `insert into person values ('a')`)
  await shout(`new.name <> 'b'`)
  expect(await run()).toEqual(['shout.sql'])
  await runStatement(url, `insert into person values ('b'), ('c')`)
  expect(await system.rows(z.object({ name: z.string() }))`select name from person order by name collate "C"`).toEqual([
    { name: 'A' },
    { name: 'C' },
    { name: 'b' },
  ])
})

test('four concurrent starts load a function once', async () => {
  expect((await Promise.all([run(), run(), run(), run()])).flat().sort()).toEqual([table, 'greet.sql'])
  await greeting('Good morning')
  expect((await Promise.all([run(), run(), run(), run()])).flat()).toEqual(['greet.sql'])
  expect(await greet()).toEqual({ greeting: 'Good morning Zhou' })
})

test('loading a trigger does not block writers to its table, but waits for them', async () => {
  await run()
  await file(
    'shout.sql',
    `create or replace function shout() returns trigger language plpgsql as $$
      begin new.name := upper(new.name); return new; end $$;
      create or replace trigger shout before insert on person for each row execute function shout();`,
  )
  let longest = 0
  const { loading } = await system.transaction(async transaction => {
    await transaction.change`insert into person values ('a')`
    const loading = run()
    const end = performance.now() + 1_000
    for (let began = performance.now(); began < end; began = performance.now()) {
      await runStatement(url, `insert into person values ('b')`)
      longest = Math.max(longest, performance.now() - began)
    }
    return { loading }
  })
  expect(await loading).toEqual(['shout.sql'])
  // Half a second is for the lock, and the rest for a busy machine. A migration's lock would take five seconds.
  expect(longest).toBeLessThan(2_000)
})

test('a failing file leaves the function unchanged and reports the position', async () => {
  await run()
  await file('greet.sql', 'drop function greet(text);\nselect nonsense')
  await expect(run()).rejects.toThrow(/载入数据库函数 greet\.sql 失败，数据库未改动：第 2 行/)
  expect(await greet()).toEqual({ greeting: 'Hello Zhou' })
})

test('other parameters are refused until a migration drops the old function', async () => {
  await run()
  await greeting('Hello', 'name text, family text')
  await expect(run()).rejects.toThrow('函数 greet 的参数变了')
  expect(await greet()).toEqual({ greeting: 'Hello Zhou' })
  // On a new database there is nothing to drop.
  await file('0002-greet.sql', 'drop function if exists greet(text)')
  expect(await run()).toEqual(['0002-greet.sql', 'greet.sql'])
  expect(await system.row(greeted)`select greet('Zhou', 'Min') as greeting`).toEqual({ greeting: 'Hello Zhou' })
  await runStatement(url, 'drop schema public cascade; create schema public')
  expect(await run()).toEqual([table, '0002-greet.sql', 'greet.sql'])
})

test('a removed file is reported until a migration drops its function', async () => {
  await run()
  await rm(join(dir, 'functions/greet.sql'))
  for (const _ of [1, 2]) expect(await run()).toEqual([])
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toMatch(/greet\.sql 已不在程序里/)
  warnings = []
  const drop = `drop function if exists greet(text); delete from portal_function where name = 'greet.sql'`
  await file('0002-greet.sql', drop)
  expect(await run()).toEqual(['0002-greet.sql'])
  expect(warnings).toEqual([])
  await expect(greet()).rejects.toThrow('greet')
})

test('a migration can force a function to be reloaded', async () => {
  await run()
  await file(
    '0002-greet.sql',
    `drop function if exists greet(text); delete from portal_function where name = 'greet.sql'`,
  )
  expect(await run()).toEqual(['0002-greet.sql', 'greet.sql'])
  expect(await greet()).toEqual({ greeting: 'Hello Zhou' })
})

test('all of the portal’s own functions can be reloaded', async () => {
  await runStatement(portalUrl, 'truncate portal_function')
  const names = (await readFunctions(import.meta.dirname)).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(20)
  expect(await migrate({ url: portalUrl, log: silentLog })).toEqual(names)
})

test('every security definer function fixes its search_path against planted objects', async () => {
  const definers = await portal.rows(z.object({ name: z.string(), settings: z.array(z.string()).nullable() }))`
    select proname as name, proconfig as settings from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace`
  expect(definers.length).toBeGreaterThan(20)
  for (const { name, settings } of definers) expect(settings, name).toContain('search_path=public, pg_temp')
})
