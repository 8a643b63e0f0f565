import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

export const countGrantedLines = (company: Database, companyId: string, employeeId: string) =>
  countRows(
    company,
    sql`(
      select distinct held.line_id
      from line_group_employee granted
      join line_group_line held on held.company_id = ${companyId} and held.group_id = granted.group_id
      where granted.company_id = ${companyId} and granted.employee_id = ${employeeId}
        and (until is null or until > now())) as line`,
  )

const passedGroup = z.object({ group_id: id })

/** Returns the groups that the person stood in. The successor's grants end when the person's would have. */
export const passEmployeeGrants = (company: Database, companyId: string, from: string, to: string | null) =>
  company.rows(passedGroup)`
    with taken as (
      delete from line_group_employee where company_id = ${companyId} and employee_id = ${from} returning group_id, until, hours
    ), passed as (
      insert into line_group_employee (company_id, group_id, employee_id, until, hours)
      select ${companyId}, group_id, ${to}::uuid, until, hours from taken where ${to}::uuid is not null
      on conflict do nothing
    )
    select group_id from taken`

const groupWithDepartment = z.object({ group_id: id, name: z.string(), department: z.string() })

export const groupsOfDepartment = (company: Database, companyId: string, departmentId: string) =>
  company.rows(groupWithDepartment)`
    select granted.group_id, line_group.name, department.name as department
    from line_group_department granted
    join line_group on line_group.company_id = ${companyId} and line_group.id = granted.group_id
    join department on department.company_id = ${companyId} and department.id = granted.department_id
    where granted.company_id = ${companyId} and granted.department_id = ${departmentId}`

export const takeDepartmentGrants = (company: Database, companyId: string, departmentId: string) =>
  company.change`
    delete from line_group_department where company_id = ${companyId} and department_id = ${departmentId}`
