import sql, { type Sql } from 'sql-template-tag'

/** The hash of a company and a text. An index on it takes a third of the room of one on both; what it finds is compared itself. */
export const companyHash = (text: Sql, companyId: Sql) =>
  sql`hashtextextended(${text}, uuid_hash_extended(${companyId}, 0))`
