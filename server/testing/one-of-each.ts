import { randomBytes, randomUUID } from 'node:crypto'
import sql, { join, raw } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

const names = z.array(z.string())
const tableRow = z.object({ name: z.string() })
const columnRow = z.object({
  column: z.string(),
  type: z.string(),
  needed: z.boolean(),
  /** The first value that a check allows. */
  first: z.string().nullable(),
})
const foreignRow = z.object({ table: z.string(), own: names, theirs: names })

/** Every table with rows of companies, which row-level security keeps apart, except the companies' own. */
export const companyTables = async (system: Database): Promise<string[]> =>
  (
    await system.rows(tableRow)`
      select relname::text as name from pg_class
      where relrowsecurity and relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'company'
      order by 1`
  ).map(({ name }) => name)

/** Values that a check on several columns, or on a text's form, requires. */
type Values = Record<string, Record<string, unknown>>

interface Filling {
  companyId: string
  text: string
  /** Values by table and column. */
  demanded: Values
  /** Rows to which none of these may belong. */
  apart: readonly string[]
}

/**
 * Inserts a row for a company in each table that has none of it, with whatever the catalogue requires: a new table is covered
 * automatically by the walks that look for leaks. Texts are `text`. A table whose checks refuse that names its values in `given`.
 */
export async function oneOfEach(system: Database, { demanded, ...filling }: Filling): Promise<void> {
  const { companyId } = filling
  let left: string[] = []
  for (const table of await companyTables(system)) if (!(await hasRow(system, table, companyId))) left.push(table)
  while (left.length) {
    const refused = new Map<string, unknown>()
    // An earlier row may meanwhile have led to one automatically.
    for (const table of left)
      await insertOne(system, { ...filling, table, demanded: demanded[table] ?? {} }).catch(async error => {
        if (!(await hasRow(system, table, companyId))) refused.set(table, error)
      })
    if (refused.size === left.length)
      throw new Error([...refused].map(([table, error]) => `${table}: ${error}`).join('\n'))
    left = [...refused.keys()]
  }
}

async function hasRow(system: Database, table: string, companyId: string): Promise<boolean> {
  const row = await system.row(z.object({ found: z.boolean() }))`
    select exists (select from ${raw(table)} where company_id = ${companyId}) as found`
  return row?.found ?? false
}

interface Insertion extends Omit<Filling, 'demanded'> {
  table: string
  demanded: Record<string, unknown>
}

async function insertOne(system: Database, { table, companyId, text, demanded, apart }: Insertion): Promise<void> {
  const columns = await system.rows(columnRow)`
    select attname::text as column, format_type(atttypid, null) as type, attnotnull and not atthasdef and attidentity = '' as needed,
      (select substring(pg_get_constraintdef(oid) from '''([^'']+)''::text') from pg_constraint
        where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
          and pg_get_constraintdef(oid) ~ 'ANY|= ''' limit 1) as first
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
  const values: Record<string, unknown> = { ...demanded, company_id: companyId }
  const foreign = await system.rows(foreignRow)`
    select confrelid::regclass::text as table,
      array(select attname::text from unnest(conkey) with ordinality as key (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as own,
      array(select attname::text from unnest(confkey) with ordinality as key (number, place)
        join pg_attribute on attrelid = confrelid and attnum = number order by place) as theirs
    from pg_constraint where conrelid = ${table}::regclass and contype = 'f'`
  const needed = new Set(columns.flatMap(({ column, needed }) => (needed ? [column] : [])))
  for (const { table: other, own, theirs } of foreign) {
    if (!own.some(column => needed.has(column) && !(column in values))) continue
    const ofCompany = theirs.includes('company_id') ? sql`company_id = ${companyId}` : sql`true`
    const found = await system.row(z.object({ row: z.record(z.string(), z.unknown()) }))`
      select to_jsonb(other) as row from ${raw(other)} as other
      where ${ofCompany} and coalesce(to_jsonb(other) ->> 'id', '') <> all(${apart}) limit 1`
    if (!found) throw new Error(`${other} has no row yet`)
    for (const [place, column] of own.entries()) values[column] ??= found.row[theirs[place] ?? '']
  }
  for (const { column, type, needed, first } of columns)
    if (needed && !(column in values)) values[column] = first ?? sampleOf(type, text)
  const entries = Object.entries(values)
  await system.change`
    insert into ${raw(table)} (${join(
      entries.map(([column]) => raw(column)),
      ', ',
    )}) values (${join(
      entries.map(([, value]) => sql`${value}`),
      ', ',
    )})`
}

/** Returns a value of a type; texts are what the walks look for. */
function sampleOf(type: string, text: string): unknown {
  if (type === 'text') return text
  if (type === 'text[]') return [text]
  if (type === 'uuid') return randomUUID()
  if (type.endsWith('[]')) return []
  if (type === 'bytea') return randomBytes(32)
  if (type === 'jsonb') return '[]'
  if (type === 'boolean') return true
  if (/^(timestamp|date)/.test(type)) return new Date()
  return 1
}
