import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import { listView, viewsKept, viewsKeptInAll } from '#contract/records/list-view.ts'
import type { Database } from '#server/database/database.ts'

interface Viewer {
  companyId: string
  employeeId: string
}

/** Returns the person's own views first, then, with `others`, those shared by people who still manage the company. */
export const listViews = (
  company: Database,
  { companyId, employeeId }: Viewer,
  { list, others }: { list: string; others: boolean },
) =>
  company.rows(listView.schema)`
    select list_view.id as view_id, list, list_view.name, query, columns, shared, employee.name as owner_name,
      employee_id = ${employeeId} as own
    from list_view join employee on employee.company_id = list_view.company_id and employee.id = employee_id
    where list_view.company_id = ${companyId} and list = ${list} and (employee_id = ${employeeId}
      or ${others} and shared and employee.role <> 'employee' and employee.state = 'active')
    order by employee_id <> ${employeeId}, list_view.name collate "zh-x-icu", list_view.id limit 200`

const kept = z.object({ view_id: id })

/** The result is undefined when the person keeps as many as there may be, of the list or in all. */
export const keepView = (
  company: Database,
  { companyId, employeeId }: Viewer,
  { list, name, query, columns, shared }: ParsedOf<'addListView'>,
) =>
  company.row(kept)`
    insert into list_view (company_id, employee_id, list, name, query, columns, shared)
    select ${companyId}, ${employeeId}, ${list}, ${name}, ${query}, ${JSON.stringify(columns)}::jsonb, ${shared}
    from (
      select count(*) as in_all, count(*) filter (where list = ${list}) as of_list from list_view
      where company_id = ${companyId} and employee_id = ${employeeId} and (list, name) <> (${list}, ${name})
    ) as kept
    where of_list < ${viewsKept}::integer and in_all < ${viewsKeptInAll}::integer
    on conflict on constraint one_view_a_name
      do update set query = excluded.query, columns = excluded.columns, shared = excluded.shared
    returning id as view_id`

export const deleteView = (company: Database, { companyId, employeeId }: Viewer, viewId: string) =>
  company.change`
    delete from list_view where company_id = ${companyId} and id = ${viewId} and employee_id = ${employeeId}`
