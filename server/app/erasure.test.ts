import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Fate, personalColumns } from '#server/core/personal-columns.ts'
import { testPortal } from '#server/testing/portal.ts'
import { names, namingWorld, password } from './erasure.fixture.ts'

const portal = await testPortal()
const { call, make, system } = portal

const columns = await system.rows(z.object({ table: z.string(), column: z.string() }))`
  select relname as table, attname as column from pg_class
  join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname not like 'portal\\_%'
    and atttypid in ('text'::regtype, 'jsonb'::regtype, 'json'::regtype, 'text[]'::regtype, 'character varying'::regtype)
  order by 1, 2`

const count = z.object({ rows: z.int() })

/** Finds every column of every table in which one of the words stands. */
async function columnsWith(words: string[]): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of columns) {
    const row = await system.row(count)`
      select count(*)::integer as rows from ${raw(`"${table}"`)} where ${raw(`"${column}"`)}::text ~ ${words.join('|')}`
    if (row?.rows) found.push(`${table}.${column}`)
  }
  return found
}

test('walk', async () => {
  const { manager, client } = await namingWorld(portal)
  const words = [names.manager, names.employee, manager.account.phone, client.account.phone]
  console.log(await columnsWith(words))
  for (const { account } of [manager, client])
    expect(await call('deleteAccount', { password }, { sid: await make.session(account) })).toMatchObject({ code: 200 })
  console.log(await columnsWith(words))
}, 600_000)
export type X = Fate
void personalColumns
