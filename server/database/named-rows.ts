import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { listedMatches } from '#contract/people.ts'
import { companiesNamed } from './companies-named.ts'
import { holds } from './count-rows.ts'
import type { Database } from './database.ts'
import { glance, many, walk } from './keyword-search.ts'
import { hasPart } from './like.ts'
import { hasPartByPieces } from './pieces.ts'

/** Rows of all companies that a list of the back office finds by the rows' own names. */
export interface NamedRows {
  /** The table's alias in the statements. */
  table: string
  /** The rows that pass the list's other filters: a statement that can be extended by further conditions. */
  rows: Sql
  /** The order of the list, which has an index. */
  order: Sql
  /** The searched column, which has an index of pieces. */
  name: Sql
}

/** The most rows that lists find by their own names: one more than is listed, which shows whether there are more. */
export const maxNamed = listedMatches + 1

// The limit is part of the text: with a parameter the planner would not know how few rows are read.
const firstOf = ({ table, rows, order }: NamedRows, most: number) =>
  sql`(${rows} order by ${order} limit ${raw(String(most))}) as ${raw(table)}`

/** Reports whether so many names contain the keyword that scanning in the list's order soon finds enough. */
export const isFrequentName = (database: Database, named: NamedRows, keyword: string): Promise<boolean> => {
  const has = hasPart(named.name, keyword)
  return holds(
    database,
    sql`(select count(*) from ${firstOf(named, glance)} where ${has}) >= ${many}::integer and (
      select count(*) from (select from ${firstOf(named, walk)} where ${has} limit ${maxNamed}::integer) as enough
    ) = ${maxNamed}::integer`,
  )
}

/**
 * Selects the rows whose names contain the keyword. For a frequent keyword these are the first in the list's order, otherwise at
 * most `maxNamed` in the order of the index of pieces: sorting would require reading all of them.
 */
export const rowsNamed = (named: NamedRows, keyword: string, frequent: boolean): Sql =>
  frequent
    ? sql`select * from ${firstOf(named, walk)} where ${hasPart(named.name, keyword)}`
    : sql`${named.rows} and ${hasPartByPieces([named.name], keyword)} limit ${maxNamed}::integer`

interface Reach {
  frequent: boolean
  /** The most rows found by their own names. */
  own: number
  /** The most rows of each company named by the keyword, the first in the list's order. */
  reach: number
  /** Rows that the keyword finds otherwise, by their own indexes. */
  also?: Sql | undefined
}

/**
 * Selects the rows whose own names contain the keyword, and those of companies whose names do. Each has its own index, and a
 * condition with `or` would use neither. `is_own` marks the former.
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

/** Counts rows marked with `is_own`. At most `most` can be reached by paging. */
export const countNamed = async (
  database: Database,
  rows: Sql,
  most: number,
): Promise<{ total: number; more: boolean }> => {
  const { found, own } = (await database.row(counts)`
    select count(*) as found, count(*) filter (where is_own) as own
    from (select is_own from (${rows}) as matching limit ${most + 1}::integer) as counted`) ?? { found: 0, own: 0 }
  const cut = own < maxNamed ? 0 : 1
  return { total: Math.min(found - cut, most), more: cut > 0 || found > most }
}
