import { expect, test } from 'vitest'
import { z } from 'zod'
import { retention } from '#server/core/retention.ts'
import { testDatabase } from '#server/testing/database.ts'

const { system } = await testDatabase()

const tables = await system.rows(
  z.object({ name: z.string(), columns: z.array(z.string()), refers: z.array(z.string()) }),
)`
  select relname as name,
    (select array_agg(attname::text order by attnum) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns,
    array(select confrelid::regclass::text from pg_constraint where conrelid = pg_class.oid and contype = 'f') as refers
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'portal\\_%'
  order by 1`

test('every existing table, and no other, declares how long it is kept', () => {
  expect(Object.keys(retention).toSorted()).toEqual(tables.map(({ name }) => name))
})

/** Columns that tell of a person. `name` alone may be a department's. */
const personal =
  /(^|_)(phone|ip|user_agent|email|password_hash|actor|actor_name|employee_name|person_name|contact_name)$/

test.each(tables)('$name has no personal data unless it is declared to', ({ name, columns, refers }) => {
  const telling = [...columns.filter(column => personal.test(column)), ...refers.filter(table => table === 'account')]
  if (retention[name]?.kept === 'impersonal') expect(telling).toEqual([])
})
