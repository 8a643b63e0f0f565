import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pseudonymOf } from '#server/core/erased-name.ts'
import { personalColumns } from '#server/core/personal-columns.ts'
import { testPortal } from '#server/testing/portal.ts'
import { names, namingWorld, password, whereabouts } from './erasure.fixture.ts'

const portal = await testPortal()
const { call, make, system } = portal

const texts = await system.rows(z.object({ table: z.string(), column: z.string() }))`
  select relname as table, attname as column from pg_class
  join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname not like 'portal\\_%'
    and atttypid = any('{text,varchar,text[],json,jsonb}'::regtype[])
  order by 1, 2`

const count = z.object({ rows: z.int() })

/** Returns every column of every table that contains one of the words, so that new tables are covered automatically. */
async function columnsWith(words: string[]): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of texts) {
    const row = await system.row(count)`
      select count(*)::integer as rows from ${raw(`"${table}"`)} where ${raw(`"${column}"`)}::text ~ ${words.join('|')}`
    if (row?.rows) found.push(`${table}.${column}`)
  }
  return found
}

const declared = Object.entries(personalColumns).flatMap(([table, { columns }]) =>
  Object.entries(columns).map(([column, { fate }]) => ({ name: `${table}.${column}`, fate })),
)
const kept = declared.flatMap(({ name, fate }) => (fate === 'kept' ? [name] : []))
/** Columns without names: secrets and program names never hold any, and the texts that people write hold none in this walk. */
const nameless = /\.(password_hash|id_number_masked|user_agent|client_name|note)$/
const erased = declared.flatMap(({ name, fate }) => (fate === 'kept' || nameless.test(name) ? [] : [name]))

const { manager, client, company } = await namingWorld(portal)
const words = [names.manager, names.employee, manager.account.phone, client.account.phone, whereabouts]
const sidOf = ({ account }: { account: { id: string } }) => make.session(account)

test('every part of a person’s data export contains an entry that this test wrote', async () => {
  const exported = await Promise.all(
    [manager, client.employee].map(
      async person => (await call('exportAccount', {}, { sid: await sidOf(person) })).data.account,
    ),
  )
  const parts = Object.values(personalColumns).flatMap(({ exported }) =>
    typeof exported === 'string' ? [exported] : [],
  )
  const isEmpty = (value: unknown) => value == null || (Array.isArray(value) && !value.length)
  expect([...new Set(parts)].filter(part => exported.every(own => isEmpty(own[part])))).toEqual([])
})

test('an erasure takes a name, a phone and an address out of every column that is not declared to keep them', async () => {
  const before = await columnsWith(words)
  // A column that the walk leaves empty would prove nothing.
  expect(erased.filter(name => !before.includes(name))).toEqual([])
  expect(before.filter(name => !declared.some(one => one.name === name))).toEqual([])
  for (const person of [manager, client.employee])
    expect(await call('deleteAccount', { password }, { sid: await sidOf(person) })).toMatchObject({ code: 200 })
  // Files are removed after the commit.
  await expect.poll(async () => (await columnsWith(words)).filter(name => !kept.includes(name))).toEqual([])
})

test('the remaining rows distinguish one erased person from another', async () => {
  const lines = z.object({ actor_name: z.string(), detail: z.string() })
  const log = await system.rows(lines)`select actor_name, detail from line_group_log where company_id = ${company.id}`
  expect(log).toContainEqual({
    actor_name: pseudonymOf(manager.id),
    detail: expect.stringContaining(`加入员工 ${pseudonymOf(client.employee.id)}`),
  })
})
