import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'

const ended = z.object({ company_id: id })

/** Finds companies with grants that have reached their end. Both halves are ranges of an index on the end alone. */
export const companiesWithEnded = (system: Database, limit: number) =>
  system.rows(ended)`
    select distinct company_id from (
      select company_id from line_group_department where until <= now()
      union all
      select company_id from line_group_employee where until <= now()
    ) as ended limit ${limit}`

const endedGrant = z.object({
  group_id: id,
  group_name: z.string(),
  department_id: id.nullable(),
  employee_id: id.nullable(),
  name: z.string(),
})

/** Returns what has ended in a company, with the present names. */
export const endedGrants = (company: Database, companyId: string) =>
  company.rows(endedGrant)`
    select group_id, line_group.name as group_name, department_id, employee_id, ended.name
    from (
      select group_id, department_id, null::uuid as employee_id, department.name
      from line_group_department join department
        on department.company_id = ${companyId} and department.id = department_id
      where line_group_department.company_id = ${companyId} and until <= now()
      union all
      select group_id, null, employee_id, employee.name
      from line_group_employee join employee on employee.company_id = ${companyId} and employee.id = employee_id
      where line_group_employee.company_id = ${companyId} and until <= now()
    ) as ended
    join line_group on line_group.company_id = ${companyId} and line_group.id = group_id
    order by group_id, ended.name`

/** Guard: the end is checked again, because a manager may have extended a grant since it was found. */
export const takeOutEnded = async (transaction: Database, companyId: string): Promise<void> => {
  await transaction.change`
    delete from line_group_department where company_id = ${companyId} and until <= now()`
  await transaction.change`
    delete from line_group_employee where company_id = ${companyId} and until <= now()`
}
