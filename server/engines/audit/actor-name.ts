import sql, { type Sql } from 'sql-template-tag'

/** Returns the name that lists show for an actor of the audit log: an operator's, or that of the portal itself. */
export const actorName = (actor: Sql) =>
  sql`coalesce((select display_name from operator where 'operator:' || operator.id = ${actor}), '系统')`
