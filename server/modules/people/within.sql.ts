import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { departmentsWithin } from '#server/database/departments-within.ts'

const departmentId = z.object({ dept_id: id })

export const departmentsBelow = async (company: Database, companyId: string, within: readonly string[]) =>
  (await company.rows(departmentId)`${departmentsWithin(companyId, within)} select id as dept_id from allowed`).map(
    ({ dept_id }) => dept_id,
  )

/** The people, departments and devices that an input names by their ids. */
export interface Named {
  employeeIds: string[]
  departmentIds: string[]
  deviceIds: string[]
}

const outside = z.object({ outside: z.int() })

/** Counts what is not in `within` or below. With `changes`, the company's managers count as outside, too. */
export const countOutside = async (
  company: Database,
  companyId: string,
  within: readonly string[],
  { employeeIds, departmentIds, deviceIds }: Named,
  changes: boolean,
): Promise<number> =>
  (
    await company.row(outside)`
    ${departmentsWithin(companyId, within)}, reached as (
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
