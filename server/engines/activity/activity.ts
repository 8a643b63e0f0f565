import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type ActivityName, undoMinutes } from '#contract/activity-names.ts'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { queueStatement } from '#server/database/transaction.ts'
import { activityActor, changedFields, countEntry, executionContext } from './context.ts'

/** An object that an act changed. The part of the action before the dot is its kind. */
export interface ActivityEntry {
  action: ActivityName
  id: string | null
  /** The object's name at the time of the act. */
  name: string
  detail?: string | undefined
}

/** How to undo an act: created by `undoKind`, and carried out by the module that registered the kind. */
export interface Undo {
  kind: string
  payload: unknown
}

interface Choices {
  undo?: Undo | undefined
}

const firstEntry = z.object({ id })

/**
 * Records what an act changed, within the transaction of the change; the database refuses to alter it. Returns the id of the first
 * entry if the act can be undone by it. A call without entries states that nothing changed, which also satisfies a call that
 * declares an activity.
 */
export async function recordActivity(
  database: Database,
  companyId: string,
  entries: readonly ActivityEntry[],
  { undo }: Choices = {},
): Promise<string | undefined> {
  countEntry('activity')
  if (!entries.length) return undefined
  const [request, actor] = [executionContext(), activityActor()]
  const statement = sql`
  with first as materialized (select uuidv7() as id), written as (
    insert into activity (company_id, id, actor_kind, actor_id, actor_name, action, subject_id, subject_name, detail,
      request_id, call, part_of, undo, undo_until, changed_fields)
    select ${companyId}, case place when 1 then first.id else uuidv7() end, ${actor.kind}, ${actor.id}::uuid,
      ${actor.name}, action, subject_id, subject_name, detail, ${request?.requestId ?? null}, ${request?.call ?? null},
      case when place > 1 then first.id end, case place when 1 then undo.value end,
      case when place = 1 and undo.value is not null then now() + make_interval(mins => ${undoMinutes}::integer) end,
      ${changedFields()}::text[]
    from first, (select ${undo ? JSON.stringify(undo) : null}::jsonb as value) as undo,
      unnest(${entries.map(({ action }) => action)}::text[], ${entries.map(({ id }) => id)}::uuid[],
        ${entries.map(({ name }) => name)}::text[], ${entries.map(({ detail }) => detail ?? '')}::text[])
        with ordinality as entry (action, subject_id, subject_name, detail, place)
    order by place
  )
  select id from first`
  if (undo) return (await database.row(firstEntry)`${statement}`)?.id
  await queueStatement(database, statement)
  return undefined
}

/**
 * Inserts an entry within the statement that creates its object, where a further statement would be noticeable. `thing` is the name
 * of the object's CTE, with columns `company_id` and `id`.
 */
export function activityOf(thing: Sql, { action, name, detail }: Omit<ActivityEntry, 'id'>): Sql {
  countEntry('activity')
  const [request, actor] = [executionContext(), activityActor()]
  return sql`
    insert into activity (company_id, actor_kind, actor_id, actor_name, action, subject_id, subject_name, detail, request_id, call)
    select company_id, ${actor.kind}, ${actor.id}::uuid, ${actor.name}, ${action}, id, ${name},
      ${detail ?? ''}, ${request?.requestId ?? null}, ${request?.call ?? null}
    from ${thing}`
}
