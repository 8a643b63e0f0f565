import sql, { join, raw, type Sql } from 'sql-template-tag'
import { pseudonymOf } from '#server/core/erased-name.ts'
import { type Fate, type PersonId, personalColumns } from '#server/core/personal-columns.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import type { Trace } from './erasing.sql.ts'

/** What precedes a name in a text: nothing, a separator, or a leading word. */
const leads = '^|[：:、，； ]|交给|接手|移出'
/** What follows it. */
const follows = '$|[、，；。（ ]'

export interface Named {
  trace: Trace
  /** The person's present and former names that nobody else in the company bears. */
  names: readonly string[]
}

/** Returns the text with the names replaced by the pseudonym, and the condition that one of them occurs. */
export function mentionsIn(column: Sql, { trace, names }: Named, actions?: readonly string[]) {
  const literal = names.map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const pattern = `(${leads})(?:${literal})(?=${follows})`
  // Matching the whole pattern costs ten times as much as the search for a name.
  const found = sql`${column} like any(${names.map(containing)}::text[]) and ${column} ~ ${pattern}`
  return {
    without: sql`regexp_replace(${column}, ${pattern}, ${`\\1${pseudonymOf(trace.employee_id)}`}, 'g')`,
    condition: actions ? sql`(action = any(${actions}::text[]) and ${found})` : sql`(${found})`,
  }
}

/** Removes the person from every column that is declared to name them, with at most two statements for a table. */
export async function eraseDeclared(database: Database, named: Named): Promise<void> {
  for (const table of Object.keys(personalColumns))
    for (const statement of [...byId(table, named.trace), ...byName(table, named)]) await database.change`${statement}`
}

const fatesOf = (table: string) => Object.entries(personalColumns[table]?.columns ?? {})

const update = (table: string, companyId: string, sets: Sql[], rows: Sql) =>
  sql`update ${raw(table)} set ${join(sets)} where company_id = ${companyId} and ${rows}`

/** For tables where an id identifies the person's rows. */
function byId(table: string, { company_id, employee_id }: Trace): Sql[] {
  const groups = Map.groupBy(
    fatesOf(table).flatMap(([column, fate]) => {
      const of = ofPerson(fate)
      return of ? [{ column, of, value: fate.fate === 'emptied' ? '' : pseudonymOf(employee_id) }] : []
    }),
    ({ of }) => `${of.column} ${of.where}`,
  )
  return [...groups.values()].map(group => {
    const { column = '', where = 'true' } = group[0]?.of ?? {}
    const sets = group.map(({ column, value }) => sql`${raw(column)} = ${value}`)
    return update(table, company_id, sets, sql`${raw(column)} = ${employee_id} and ${raw(where)}`)
  })
}

const ofPerson = (fate: Fate): PersonId | undefined =>
  fate.fate === 'emptied' || fate.fate === 'pseudonym' ? fate.of : undefined

/** For tables where only the name does. All columns of a table are processed in one pass, as a log may be long. */
function byName(table: string, named: Named): Sql[] {
  const { trace, names } = named
  const isNamed = (column: string) => sql`${raw(column)} = any(${names}::text[])`
  const sets: Sql[] = []
  const conditions: Sql[] = []
  const change = (column: string, condition: Sql, value: Sql) =>
    sets.push(sql`${raw(column)} = case when ${condition} then ${value} else ${raw(column)} end`)
  for (const [column, fate] of fatesOf(table)) {
    if (fate.fate === 'pseudonym' && !fate.of) {
      conditions.push(isNamed(column))
      change(column, isNamed(column), sql`${pseudonymOf(trace.employee_id)}`)
    } else if (fate.fate === 'mentions') {
      const { condition, without } = mentionsIn(raw(column), named, fate.actions)
      conditions.push(condition)
      change(column, condition, without)
    } else if (fate.fate === 'dropped') change(column, isNamed(fate.beside), sql`null`)
  }
  if (!conditions.length || !names.length) return []
  // A log is read by its key, from the account's creation on.
  const since = personalColumns[table]?.log ? sql`id >= ${trace.since}` : sql`true`
  return [update(table, trace.company_id, sets, sql`${since} and (${join(conditions, ' or ')})`)]
}
