import { z } from 'zod'
import { getEmployeeImport } from '#contract/employee-imports.ts'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { actorName } from '#server/engines/activity/context.ts'
import { type CheckedRow, checkedRow } from './import-rows.ts'

const progress = getEmployeeImport.output.extend({ failed: z.array(checkedRow) })
const kept = progress.extend({
  /** The number of rows refused at the preview. */
  bad: z.int(),
  invite: z.boolean(),
  reserve_days: z.int(),
  actor_name: z.string(),
  account_id: id,
  template_id: id.nullable(),
  employee_ids: z.array(id),
  /** The person who started the import. */
  employee_id: id.nullable(),
  /** The company is frozen: neither its people nor acts that were begun before may change it. */
  frozen: z.boolean(),
  /** The person who started it still manages the company. */
  manages: z.boolean(),
})

const insertedImport = z.object({ import_id: id })

export const insertImport = (
  company: Database,
  { companyId, accountId, good, bad }: { companyId: string; accountId: string; good: CheckedRow[]; bad: number },
) =>
  company.one(insertedImport)`
    insert into employee_import (company_id, account_id, rows, bad, total)
    values (${companyId}, ${accountId}, ${JSON.stringify(good)}::jsonb, ${bad}, ${good.length})
    returning id as import_id`

const manages = `exists (
  select from employee manager
  where manager.company_id = employee_import.company_id and manager.id = employee_import.employee_id
    and manager.state = 'active' and manager.role <> 'employee')`

/** Locks the row of one import, so that writing its next rows and starting it are serialized. */
export const lockImport = (company: Database, companyId: string, importId: string) =>
  company.row(kept)`
    select ${selectList(kept, { frozen: "exists (select from company where id = company_id and state = 'frozen')", manages })}
    from employee_import where company_id = ${companyId} and id = ${importId} for update`

const importRows = z.object({ rows: z.array(checkedRow) })

/** Returns the rows from `start`, which is counted from 0. */
export const importRowsFrom = async (
  company: Database,
  companyId: string,
  importId: string,
  start: number,
  count: number,
) =>
  (
    await company.row(importRows)`
      select jsonb_path_query_array(rows, '$[$first to $last]',
        jsonb_build_object('first', ${start}::integer, 'last', ${start + count - 1}::integer)) as rows
      from employee_import where company_id = ${companyId} and id = ${importId}`
  )?.rows ?? []

/**
 * Locks the groups into which a batch and its template put people, before the balance that both of them use: a batch assigns in two
 * steps, and does not hold the company's access lock, which keeps other calls in order.
 */
export const holdGroups = (company: Database, companyId: string, groupIds: string[], templateId: string | null) =>
  company.change`
    select from line_group
    where company_id = ${companyId} and (id = any(${groupIds}::uuid[]) or id in (
      select group_id from onboarding_template_group
      where company_id = ${companyId} and template_id = ${templateId}::uuid))
    order by id for no key update`

const sum = z.object({ rows: z.int(), days: z.int() })

/** Returns how many rows of an import have days, and how many days in all. */
export async function ownDays(company: Database, companyId: string, importId: string) {
  const found = await company.row(sum)`
    select count(*)::integer as rows, coalesce(sum((row ->> 'days')::integer), 0)::integer as days
    from employee_import, jsonb_array_elements(rows) as row
    where company_id = ${companyId} and id = ${importId} and row ->> 'days' <> ''`
  return found ?? { rows: 0, days: 0 }
}

export const findProgress = (company: Database, companyId: string, importId: string) =>
  company.row(
    progress,
  )`select ${selectList(progress)} from employee_import where company_id = ${companyId} and id = ${importId}`

export const startImport = (
  company: Database,
  companyId: string,
  importId: string,
  {
    invite,
    reserveDays,
    templateId,
    employeeId,
  }: { invite: boolean; reserveDays: number; templateId: string | undefined; employeeId: string },
) =>
  company.change`
    update employee_import set state = 'running', invite = ${invite}, reserve_days = ${reserveDays},
      actor_name = ${actorName()}, template_id = ${templateId ?? null}, employee_id = ${employeeId}
    where company_id = ${companyId} and id = ${importId} and state = 'previewed'`

export const recordProgress = (
  company: Database,
  companyId: string,
  importId: string,
  {
    done,
    added,
    unreserved,
    untemplated,
    failed,
    employeeIds,
  }: {
    done: number
    added: number
    unreserved: number
    untemplated: number
    failed: CheckedRow[]
    employeeIds: string[]
  },
) =>
  company.change`
    update employee_import set done = done + ${done}, added = added + ${added}, unreserved = unreserved + ${unreserved},
      untemplated = untemplated + ${untemplated},
      employee_ids = employee_ids || ${employeeIds}::uuid[],
      failed = failed || ${JSON.stringify(failed)}::jsonb,
      state = case when done + ${done} >= total then 'done' else state end
    where company_id = ${companyId} and id = ${importId}`

/** Returns undefined where it is over already. */
export const failImport = (company: Database, companyId: string, importId: string) =>
  company.row(kept.pick({ account_id: true, done: true }))`
    update employee_import set state = 'failed'
    where company_id = ${companyId} and id = ${importId} and state = 'running'
    returning account_id, done`
