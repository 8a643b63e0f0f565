import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { listedMatches } from '#contract/people.ts'
import { companiesNamed } from './companies-named.ts'
import { holds } from './count-rows.ts'
import type { Database } from './database.ts'
import { glance, many, walk } from './keyword-search.ts'
import { hasPart } from './like.ts'
import { hasPartByPieces } from './pieces.ts'

/** Rows of all companies that a list of the back office finds by a name of their own. */
export interface NamedRows {
  /** The name by which the statements call the table. */
  table: string
  /** The rows that pass the list's other filters: a statement that further conditions can be added to. */
  rows: Sql
  /** The order of the list, which has an index. */
  order: Sql
  /** The column that is searched, which has an index of pieces. */
  name: Sql
}

/** Lists find at most this many rows by their own names. Who counts one more knows that there are more. */
export const mostNamed = listedMatches + 1

// The numbers stand in the text: with a parameter the planner would not know how few rows of the order are read.
const firstOf = ({ table, rows, order }: NamedRows, most: number) =>
  sql`(${rows} order by ${order} limit ${raw(String(most))}) as ${raw(table)}`

/** Reports whether so many rows have the keyword in their names that the list's order soon meets enough of them. */
export const isFrequentName = (database: Database, named: NamedRows, keyword: string): Promise<boolean> => {
  const has = hasPart(named.name, keyword)
  return holds(
    database,
    sql`(select count(*) from ${firstOf(named, glance)} where ${has}) >= ${many}::integer and (
      select count(*) from (select from ${firstOf(named, walk)} where ${has} limit ${mostNamed}::integer) as enough
    ) = ${mostNamed}::integer`,
  )
}

/**
 * Selects the rows with the keyword in their names. Of what is frequent the first in the list's order are found, of anything else
 * no more than `mostNamed`, whichever the index of pieces meets first: to put them in order all would have to be read.
 */
export const rowsNamed = (named: NamedRows, keyword: string, frequent: boolean): Sql =>
  frequent
    ? sql`select * from ${firstOf(named, walk)} where ${hasPart(named.name, keyword)}`
    : sql`${named.rows} and ${hasPartByPieces([named.name], keyword)} limit ${mostNamed}::integer`

interface Reach {
  frequent: boolean
  /** At most this many are found by their own names, */
  own: number
  /** and so many of each company that the keyword names, the first in the list's order. */
  reach: number
  /** Rows that the keyword finds otherwise, by indexes of their own. */
  also?: Sql | undefined
}

/**
 * Selects the rows that have the keyword in their own names, and those of companies that have it in theirs. Each has an index of
 * its own, which a condition with `or` would use neither of. `is_own` tells the former.
 */
export function rowsNamedOrOfNamed(named: NamedRows, keyword: string, { frequent, own, reach, also }: Reach): Sql {
  const { rows, order } = named
  const table = raw(named.table)
  const others = sql`${rows} and ${table}.company_id not in (select id from named_company)`
  return sql`
    with named_company as materialized (${companiesNamed(keyword)})
    (select true as is_own, ${table}.* from (${rowsNamed({ ...named, rows: others }, keyword, frequent)}) as ${table}
      order by ${order} limit ${own}::integer)
    union all
    select false, theirs.* from named_company cross join lateral (
      ${rows} and ${table}.company_id = named_company.id order by ${order} limit ${reach}::integer
    ) as theirs
    ${also ? sql`union all select false, also.* from (${others} and ${also} and not ${hasPart(named.name, keyword)}) as also` : empty}`
}

const counts = z.object({ found: z.int(), own: z.int() })

/** Counts rows that are marked as above. No more than `most` can be paged to. */
export const countNamed = async (
  database: Database,
  rows: Sql,
  most: number,
): Promise<{ total: number; more: boolean }> => {
  const { found, own } = (await database.row(counts)`
    select count(*) as found, count(*) filter (where is_own) as own
    from (select is_own from (${rows}) as matching limit ${most + 1}::integer) as counted`) ?? { found: 0, own: 0 }
  const cut = own < mostNamed ? 0 : 1
  return { total: Math.min(found - cut, most), more: cut > 0 || found > most }
}
