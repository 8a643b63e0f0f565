import sql, { type Sql } from 'sql-template-tag'
import { containing } from './like.ts'
import { rarestPieces } from './pieces.ts'

/** The most companies found by a part of their name; more would be of no use. */
const most = 100

/** Selects the ids of the companies whose name contains a keyword, for lists of the back office. */
export const companiesNamed = (keyword: string): Sql =>
  sql`select id from companies_named(${rarestPieces(keyword, '')}::text[], ${containing(keyword)}, ${most}::integer) as id`
