import sql, { type Sql } from 'sql-template-tag'

/** Hashes a company and a text. An index on the hash takes a third of the space of one on both; matches must be compared. */
export const companyHash = (text: Sql, companyId: Sql) =>
  sql`hashtextextended(${text}, uuid_hash_extended(${companyId}, 0))`
