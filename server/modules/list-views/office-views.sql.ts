import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { listView, viewsKept, viewsKeptInAll } from '#contract/records/list-view.ts'
import type { Database } from '#server/database/database.ts'

/** Returns the operator's own views first, then those shared by operators who still work here. */
export const listOfficeViews = (system: Database, operatorId: string, list: string) =>
  system.rows(listView.schema)`
    select office_view.id as view_id, list, office_view.name, query, columns, shared, operator.display_name as owner_name,
      operator_id = ${operatorId} as own
    from office_view join operator on operator.id = operator_id
    where list = ${list} and (operator_id = ${operatorId} or shared and operator.state = 'active')
    order by operator_id <> ${operatorId}, office_view.name collate "zh-x-icu", office_view.id limit 200`

const kept = z.object({ view_id: id })

/** The result is undefined when the operator keeps as many as there may be, of the list or in all. */
export const keepOfficeView = (
  system: Database,
  operatorId: string,
  { list, name, query, columns, shared }: OperationParsed<'addOfficeView'>,
) =>
  system.row(kept)`
    insert into office_view (operator_id, list, name, query, columns, shared)
    select ${operatorId}, ${list}, ${name}, ${query}, ${JSON.stringify(columns)}::jsonb, ${shared}
    from (
      select count(*) as in_all, count(*) filter (where list = ${list}) as of_list from office_view
      where operator_id = ${operatorId} and (list, name) <> (${list}, ${name})
    ) as kept
    where of_list < ${viewsKept}::integer and in_all < ${viewsKeptInAll}::integer
    on conflict on constraint one_office_view_a_name
      do update set query = excluded.query, columns = excluded.columns, shared = excluded.shared
    returning id as view_id`

const removed = z.object({ list: z.string(), name: z.string() })

export const deleteOfficeView = (system: Database, operatorId: string, viewId: string) =>
  system.row(removed)`
    delete from office_view where id = ${viewId} and operator_id = ${operatorId} returning list, name`
