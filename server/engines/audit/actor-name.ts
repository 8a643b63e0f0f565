import sql, { type Sql } from 'sql-template-tag'

/** Returns SQL for the name that lists show for an actor of the audit log: an operator's, or the text of `auditActorName`. */
export const actorName = (actor: Sql) => sql`coalesce(
  (select display_name from operator where 'operator:' || operator.id = ${actor}),
  case when ${actor} like 'cli:%' then '命令行 ' || substr(${actor}, 5) when ${actor} like 'account:%' then '客户' else '系统' end)`
