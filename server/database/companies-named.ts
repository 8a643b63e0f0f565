import sql, { type Sql } from 'sql-template-tag'
import { hasPart } from './like.ts'

/** At most this many companies are found by a part of their name; more are no answer to anybody. */
const most = 100

/** Selects the ids of the companies whose name contains the keyword of a list of the back office. */
export const companiesNamed = (keyword: string): Sql =>
  sql`select id from company where ${hasPart(sql`name`, keyword)} order by id limit ${most}::integer`
