import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { ImportRow } from './import-rows.ts'

export interface EmployeeImport {
  id: string
  state: 'previewed' | 'running' | 'done' | 'failed'
  bad: number
  invite: boolean
  actor_name: string
  account_id: string
  total: number
  done: number
  added: number
  failed: ImportRow[]
}

export const insertImport = (
  company: Database,
  { companyId, accountId, good, bad }: { companyId: string; accountId: string; good: ImportRow[]; bad: number },
) =>
  company.row<{ id: string }>(sql`
    insert into employee_import (company_id, account_id, rows, bad, total)
    values (${companyId}, ${accountId}, ${JSON.stringify(good)}::jsonb, ${bad}, ${good.length}) returning id`)

/** One row, locked: whoever writes the next rows, or starts the import, waits for who does it now. */
export const lockImport = (company: Database, companyId: string, id: string) =>
  company.row<EmployeeImport>(sql`
    select id, state, bad, invite, actor_name, account_id, total, done, added, failed
    from employee_import where company_id = ${companyId} and id = ${id} for update`)

/** From `start`, counted from 0. */
export const importRowsFrom = async (company: Database, companyId: string, id: string, start: number, count: number) =>
  (
    await company.row<{ rows: ImportRow[] }>(sql`
      select jsonb_path_query_array(rows, '$[$first to $last]',
        jsonb_build_object('first', ${start}::integer, 'last', ${start + count - 1}::integer)) as rows
      from employee_import where company_id = ${companyId} and id = ${id}`)
  )?.rows ?? []

export const findProgress = (company: Database, companyId: string, id: string) =>
  company.row<Pick<EmployeeImport, 'state' | 'total' | 'done' | 'added' | 'failed'>>(sql`
    select state, total, done, added, failed from employee_import where company_id = ${companyId} and id = ${id}`)

export const startImport = (
  company: Database,
  companyId: string,
  id: string,
  { invite, actorName }: { invite: boolean; actorName: string },
) =>
  company.change(sql`
    update employee_import set state = 'running', invite = ${invite}, actor_name = ${actorName}
    where company_id = ${companyId} and id = ${id} and state = 'previewed'`)

export const recordProgress = (
  company: Database,
  companyId: string,
  id: string,
  { done, added, failed }: { done: number; added: number; failed: ImportRow[] },
) =>
  company.change(sql`
    update employee_import set done = done + ${done}, added = added + ${added},
      failed = failed || ${JSON.stringify(failed)}::jsonb,
      state = case when done + ${done} >= total then 'done' else state end
    where company_id = ${companyId} and id = ${id}`)

export const failImport = (company: Database, companyId: string, id: string) =>
  company.change(sql`
    update employee_import set state = 'failed'
    where company_id = ${companyId} and id = ${id} and state = 'running'`)
