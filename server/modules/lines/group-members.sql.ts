import sql from 'sql-template-tag'
import type { GrantTimes } from '#contract/access-times.ts'
import type { Database } from '#server/database/database.ts'

/** Locks the lines against release until the transaction ends. Those that were released already are not counted. */
export const keepLines = (transaction: Database, companyId: string, ids: string[]) =>
  transaction.change`
    select from line where company_id = ${companyId} and id = any(${ids}::uuid[]) and state <> 'released'
    order by id for share`

/** Each kind of object that a group holds has a separate table. */
const tables = {
  line: { table: sql`line_group_line`, column: sql`line_id` },
  department: { table: sql`line_group_department`, column: sql`department_id` },
  employee: { table: sql`line_group_employee`, column: sql`employee_id` },
}
export type Held = keyof typeof tables

export const putInLines = (transaction: Database, companyId: string, groupId: string, ids: string[]) =>
  transaction.change`
    insert into line_group_line (company_id, group_id, line_id)
    select ${companyId}, ${groupId}, id from unnest(${ids}::uuid[]) as id on conflict do nothing`

/** Grants the group to departments or employees. Grants that `times` does not name hold always. */
export const grant = (
  transaction: Database,
  companyId: string,
  groupId: string,
  what: Exclude<Held, 'line'>,
  { ids, times }: { ids: string[]; times: Record<string, GrantTimes> },
) =>
  transaction.change`
    insert into ${tables[what].table} (company_id, group_id, ${tables[what].column}, until, hours)
    select ${companyId}, ${groupId}, id, until, hours
    from unnest(${ids}::uuid[], ${ids.map(id => times[id]?.until ?? null)}::timestamptz[],
      ${ids.map(id => times[id]?.hours ?? null)}::text[]) as granted (id, until, hours)
    on conflict do nothing`

export const takeOut = (transaction: Database, companyId: string, groupId: string, what: Held, ids: string[]) =>
  transaction.change`
    delete from ${tables[what].table}
    where company_id = ${companyId} and group_id = ${groupId} and ${tables[what].column} = any(${ids}::uuid[])`
