import sql, { type Sql } from 'sql-template-tag'

/** The name of who is meant by an actor of the audit log, for lists: an operator's, or that of the portal itself. */
export const actorName = (actor: Sql) =>
  sql`coalesce((select display_name from operator where 'operator:' || operator.id = ${actor}), '系统')`
