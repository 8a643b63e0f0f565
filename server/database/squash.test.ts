import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog, testDatabase } from '../testing/database.ts'
import { runStatement } from '../testing/database-setup.ts'
import { countOf } from './count-rows.ts'
import { checkMigrations, migrate } from './migrate.ts'
import { readFunctions } from './sql-files.ts'
import { baselineEnd, squashed } from './squash.ts'

const { system, url } = await testDatabase()
const run = () => migrate({ url, log: silentLog })
const remembered = () =>
  system.rows(
    z.object({ name: z.string(), sha256: z.string() }),
  )`select name, sha256 from portal_migration order by name`
const baseline = await remembered()

/** Restores the database as commit 4e7f7ed left it: at the level of the baseline, but with the records of other files. */
async function turnBack(files = squashed) {
  await runStatement(url, 'drop schema public cascade; create schema public')
  await migrate({ url, log: silentLog, upTo: baselineEnd })
  await runStatement(url, 'drop table if exists portal_function; delete from portal_migration')
  await system.change`insert into portal_migration (name, sha256)
    select * from unnest(${files.map(({ name }) => name)}::text[], ${files.map(({ sha256 }) => sha256)}::text[])`
}

test('a database with the twenty migrations continues from the baseline with its rows unchanged', async () => {
  await turnBack()
  await system.change`insert into industry (name, sort) values ('留下的行业', 99)`
  await runStatement(url, 'alter index audit_entry_target_created_at_idx rename to audit_entry_target_created_at_idx1')
  await runStatement(url, 'create index company_verified_at_idx1 on company (verified_at)')
  const ran = await Promise.all([run(), run(), run(), run()])
  const later = baseline.filter(({ name }) => name > baselineEnd)
  const functions = await readFunctions(import.meta.dirname)
  expect(ran.flat()).toEqual([...later, ...functions].map(({ name }) => name))
  expect(await remembered()).toEqual(baseline)
  expect(await system.rows(z.object({ sort: z.int() }))`select sort from industry where name = '留下的行业'`).toEqual([
    { sort: 99 },
  ])
  const indexes = await system.rows(z.object({ relname: z.string() }))`select relname from pg_class
  where relname ~ '^(audit_entry_target_created_at|company_verified_at)_idx' order by 1`
  expect(indexes).toEqual([{ relname: 'audit_entry_target_created_at_idx' }, { relname: 'company_verified_at_idx' }])
  expect(await countOf(system, sql`select count(position) from employee`)).toBe(0)
  expect(await run()).toEqual([])
})

test('a database with fewer or different migrations is refused and left unchanged', async () => {
  const [first, ...others] = squashed
  const altered = [{ name: first?.name ?? '', sha256: 'a'.repeat(64) }, ...others]
  for (const files of [squashed.slice(0, 19), altered]) {
    await turnBack(files)
    await expect(run()).rejects.toThrow('请先用提交 4e7f7ed 的程序启动一次')
    expect(await remembered()).toHaveLength(files.length)
  }
})

test('a backup from the twenty migrations is restored at the baseline', async () => {
  expect(await checkMigrations(squashed)).toBe('0017-channels.sql')
  expect(await checkMigrations(baseline)).toBe(baseline.at(-1)?.name)
})
