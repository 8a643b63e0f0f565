import sql, { type Sql } from 'sql-template-tag'
import { containing } from './like.ts'
import { rarestPieces } from './pieces.ts'

/** At most this many companies are found by a part of their name; more are no answer to anybody. */
const most = 100

/** Selects the ids of the companies whose name contains the keyword of a list of the back office. */
export const companiesNamed = (keyword: string): Sql =>
  sql`select id from companies_named(${rarestPieces(keyword, '')}::text[], ${containing(keyword)}, ${most}::integer) as id`
