import { expect, test } from 'vitest'
import { z } from 'zod'
import { personalColumns } from '#server/core/personal-columns.ts'
import { retention } from '#server/core/retention.ts'
import { testDatabase } from '#server/testing/database.ts'

const { system } = await testDatabase()

const column = z.object({ name: z.string(), type: z.string(), refers: z.array(z.string()) })
const tables = await system.rows(z.object({ name: z.string(), columns: z.array(column) }))`
  select relname as name, (
    select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, null), 'refers', array(
      select confrelid::regclass::text from pg_constraint
      where conrelid = pg_class.oid and contype = 'f' and attnum = any(conkey) and attname <> 'company_id')) order by attnum)
    from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'portal\\_%'
  order by 1`

test('every existing table, and no other, declares how long it is kept', () => {
  expect(Object.keys(retention).toSorted()).toEqual(tables.map(({ name }) => name))
})

/** Texts that tell of a person by their name: addresses of all kinds, who did it, whose it is. `name` alone may be a department's. */
const telling =
  /(^|_)(phone|phone_masked|ip|user_agent|e?mail|password_hash|actor|shown|words|reviewer|[a-z]+_by|(actor|employee|person|contact|buyer|payer|author|owner|holder|claimant|reported|display|user|device)_name)$/

test.each(tables)('every column of $name that tells of a person has a declared end', ({ name, columns }) => {
  const declared = personalColumns[name]?.columns ?? {}
  const personal = columns.filter(column => column.type.startsWith('text') && telling.test(column.name))
  expect(personal.filter(column => !declared[column.name]).map(column => column.name)).toEqual([])
  expect(Object.keys(declared).filter(key => !columns.some(column => column.name === key))).toEqual([])
  // What the retention says of the table must hold of its columns.
  if (retention[name]?.kept === 'impersonal') expect(Object.keys(declared)).toEqual([])
})

/** A column that holds the id of a person: by its foreign key, or by its name where a record outlives the person. */
const isPerson = ({ name, type, refers }: z.output<typeof column>) =>
  type.startsWith('uuid') &&
  (refers.some(table => table === 'account' || table === 'employee') ||
    /(^|_)(account|employee|actor|author|holder|claimant|successor)_ids?$/.test(name))

test.each(tables.filter(({ columns }) => columns.some(isPerson)))(
  '$name, which refers to a person, has a part in the person’s export or says why not',
  ({ name, columns }) => {
    expect(columns.filter(isPerson).length).toBeGreaterThan(0)
    expect(personalColumns[name]?.exported).toBeTruthy()
    if (retention[name]?.kept === 'impersonal') expect(typeof personalColumns[name]?.exported).toBe('object')
  },
)

test('only existing tables have columns that tell of a person', () => {
  expect(Object.keys(personalColumns).filter(table => !retention[table])).toEqual([])
})
