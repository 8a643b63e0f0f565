import sql, { join, raw, type Sql } from 'sql-template-tag'
import { keysOf } from '#contract/typed-keys.ts'

/**
 * Turns rows into a table for an INSERT or UPDATE: `values(rows, { name: 'text', days: 'integer' })` is `unnest($1::text[],
 * $2::integer[]) with ordinality as input (name, days, place)`. A missing field is null.
 */
export const values = <Name extends string>(
  rows: readonly { readonly [Field in NoInfer<Name>]?: unknown }[],
  types: Record<Name, string>,
): Sql => {
  const names = keysOf(types)
  const arrays = names.map(name => sql`${rows.map(row => row[name] ?? null)}::${raw(types[name])}[]`)
  return sql`unnest(${join(arrays, ', ')}) with ordinality as input (${raw(names.join(', '))}, place)`
}
