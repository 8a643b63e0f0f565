import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'

const departmentId = z.object({ dept_id: id })

/** Selects the ids of these departments and of all below them. */
const allowed = (companyId: string, within: readonly string[]): Sql => sql`
  with recursive allowed as (
    select id from department where company_id = ${companyId} and id = any(${within}::uuid[])
    union
    select department.id from department join allowed on department.parent_id = allowed.id
    where department.company_id = ${companyId}
  )`

export const departmentsBelow = async (company: Database, companyId: string, within: readonly string[]) =>
  (await company.rows(departmentId)`${allowed(companyId, within)} select id as dept_id from allowed`).map(
    ({ dept_id }) => dept_id,
  )

/** What an input names: people, departments and devices by their ids. */
export interface Named {
  employeeIds: string[]
  departmentIds: string[]
  deviceIds: string[]
}

const outside = z.object({ outside: z.int() })

/** Counts what does not lie in `within` or below. With `changes`, those who manage the company lie outside, too. */
export const countOutside = async (
  company: Database,
  companyId: string,
  within: readonly string[],
  { employeeIds, departmentIds, deviceIds }: Named,
  changes: boolean,
): Promise<number> =>
  (
    await company.row(outside)`
    ${allowed(companyId, within)}, reached as (
      select id from employee
      where company_id = ${companyId} and department_id in (select id from allowed)
        and (role = 'employee' or not ${changes}::boolean)
    )
    select ((
      select count(*) from unnest(${departmentIds}::uuid[]) as wanted where wanted not in (select id from allowed)
    ) + (
      select count(*) from unnest(${employeeIds}::uuid[]) as wanted where not exists (select from reached where id = wanted)
    ) + (
      select count(*) from unnest(${deviceIds}::uuid[]) as wanted where not exists (
        select from device join reached on reached.id = device.employee_id
        where device.company_id = ${companyId} and device.id = wanted)
    ))::integer as outside`
  )?.outside ?? 0
