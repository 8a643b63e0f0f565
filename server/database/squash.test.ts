import { expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog, testDatabase } from '../testing/database.ts'
import { runStatement } from '../testing/database-setup.ts'
import { checkMigrations, migrate } from './migrate.ts'
import { readFunctions } from './sql-files.ts'
import { baselineEnd, readSquashed } from './squash.ts'

const { system, url } = await testDatabase()
const run = () => migrate({ url, log: silentLog })
const remembered = () =>
  system.rows(
    z.object({ name: z.string(), sha256: z.string() }),
  )`select name, sha256 from portal_migration order by name`
const [baseline, squashed] = [await remembered(), await readSquashed()]

/** Restores the database as it was before the squash: at the level of the baseline, but with the records of other files. */
async function turnBack(files = squashed) {
  await runStatement(url, 'drop schema public cascade; create schema public')
  await migrate({ url, log: silentLog, upTo: baselineEnd })
  await runStatement(url, 'delete from portal_function; delete from portal_migration')
  await system.change`insert into portal_migration (name, sha256)
    select * from unnest(${files.map(({ name }) => name)}::text[], ${files.map(({ sha256 }) => sha256)}::text[])`
}

/** The names of the files that a database of the baseline lacks. */
const missing = async () => [
  ...baseline.map(({ name }) => name).filter(name => name > baselineEnd),
  ...(await readFunctions(import.meta.dirname)).map(({ name }) => name),
]

test('a database from before the squash continues from the baseline with its rows unchanged', async () => {
  await turnBack()
  await system.change`insert into industry (name, sort) values ('留下的行业', 99)`
  const renamed = 'shop_order_company_id_invoice_id_idx'
  await runStatement(url, `alter index ${renamed}1 rename to ${renamed}2`)
  await runStatement(
    url,
    `create function refund_suspends() returns trigger language plpgsql as 'begin return new; end';
     create trigger refund_suspends after insert on refund for each row execute function refund_suspends();
     insert into portal_function (name, sha256) values ('refund_suspends.sql', '')`,
  )
  await system.change`
    with buyer as (insert into company (name, credit_code) values ('旧版本的企业', '91440300MA0000000A') returning id)
    insert into invoice (company_id, state, amount, kind, title, tax_number, address, phone, bank, bank_account, email, asked_by,
      invoice_number, decided_at)
    select id, 'issued', 100, 'normal', '抬头', '1', '', '', '', '', 'a@example.com', '林海舟', '1', now() - interval '1 day' from buyer`
  const files = await missing()
  expect(await run()).toEqual(files)
  expect(await remembered()).toEqual(baseline)
  expect(await system.rows(z.object({ sort: z.int() }))`select sort from industry where name = '留下的行业'`).toEqual([
    { sort: 99 },
  ])
  const indexes = await system.rows(z.object({ relname: z.string() }))`
    select relname from pg_class where starts_with(relname, ${renamed}) order by 1`
  expect(indexes.map(({ relname }) => relname)).toEqual([renamed, `${renamed}1`])
  const issued = system.row(z.object({ same: z.boolean() }))`select issued_at = decided_at as same from invoice`
  expect(await issued).toEqual({ same: true })
  const gone = z.object({ name: z.string() })
  expect(await system.rows(gone)`select tgname as name from pg_trigger where tgname = 'refund_suspends'`).toEqual([])
  expect(await system.rows(gone)`select name from portal_function where name = 'refund_suspends.sql'`).toEqual([])
  expect(await run()).toEqual([])
})

test('of programs that bring it over at once one does so, and the others find it done', async () => {
  await turnBack()
  const ran = await Promise.all([run(), run(), run(), run()])
  expect(ran.filter(({ length }) => length > 0)).toEqual([await missing()])
})

test('a database with fewer or different migrations is refused and left unchanged', async () => {
  const [first, ...others] = squashed
  const altered = [{ name: first?.name ?? '', sha256: 'a'.repeat(64) }, ...others]
  // As the first twenty migrations of all began, which had been squashed before.
  const earliest = {
    name: '0001-foundation.sql',
    sha256: '1e00f0b9c389eb1751f9bd594d197b3c87b4d5d568650d9f9ace57ecd3f356ff',
  }
  const added = [...squashed, { name: '9999-another.sql', sha256: 'a'.repeat(64) }]
  for (const files of [squashed.slice(0, 19), altered, added, [earliest]]) {
    await turnBack(files)
    await expect(run()).rejects.toThrow('请先用提交 6cec96d7 的程序启动一次')
    expect(await remembered()).toHaveLength(files.length)
  }
})

test('a backup from before the squash is restored at the baseline', async () => {
  expect(await checkMigrations(squashed)).toBe(baselineEnd)
  expect(await checkMigrations(baseline)).toBe(baseline.at(-1)?.name)
})
