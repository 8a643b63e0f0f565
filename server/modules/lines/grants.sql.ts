import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { grantTimes } from '#contract/records/line-group.ts'
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

const ownGrant = grantTimes.schema.extend({ group_id: id })
export type OwnGrant = z.output<typeof ownGrant>

/** Removes a person from these groups, or from all, and returns the times of the grants. */
export const takeEmployeeGrants = (company: Database, companyId: string, employeeId: string, groupIds?: string[]) =>
  company.rows(ownGrant)`
    delete from line_group_employee where company_id = ${companyId} and employee_id = ${employeeId}
      ${groupIds ? sql`and group_id = any(${groupIds}::uuid[])` : empty}
    returning group_id, until, hours`

/** Locks the grants until the transaction ends. */
export const lockEmployeeGrants = (company: Database, companyId: string, employeeId: string, groupIds: string[]) =>
  company.rows(ownGrant)`
    select group_id, until, hours from line_group_employee
    where company_id = ${companyId} and employee_id = ${employeeId} and group_id = any(${groupIds}::uuid[])
    order by group_id for update`

export const insertEmployeeGrants = (company: Database, companyId: string, employeeId: string, grants: OwnGrant[]) =>
  company.change`
    insert into line_group_employee (company_id, group_id, employee_id, until, hours)
    select ${companyId}, group_id, ${employeeId}, until, hours
    from unnest(${grants.map(({ group_id }) => group_id)}::uuid[], ${grants.map(({ until }) => until)}::timestamptz[],
      ${grants.map(({ hours }) => hours)}::text[]) as passed (group_id, until, hours)
    on conflict do nothing`

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
