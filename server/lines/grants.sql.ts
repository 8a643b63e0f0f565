import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export const countGrantedLines = async (company: Database, companyId: string, employeeId: string): Promise<number> =>
  (
    await company.row<{ lines: number }>(sql`
      select count(distinct held.line_id)::integer as lines
      from line_group_employee granted
      join line_group_line held on held.company_id = ${companyId} and held.group_id = granted.group_id
      where granted.company_id = ${companyId} and granted.employee_id = ${employeeId}`)
  )?.lines ?? 0

/** The groups that the person stood in. */
export const passEmployeeGrants = (company: Database, companyId: string, from: string, to: string | null) =>
  company.rows<{ group_id: string }>(sql`
    with taken as (
      delete from line_group_employee where company_id = ${companyId} and employee_id = ${from} returning group_id
    ), given as (
      insert into line_group_employee (company_id, group_id, employee_id)
      select ${companyId}, group_id, ${to}::uuid from taken where ${to}::uuid is not null
      on conflict do nothing
    )
    select group_id from taken`)

export const groupsOfDepartment = (company: Database, companyId: string, departmentId: string) =>
  company.rows<{ group_id: string; name: string; department: string }>(sql`
    select granted.group_id, line_group.name, department.name as department
    from line_group_department granted
    join line_group on line_group.company_id = ${companyId} and line_group.id = granted.group_id
    join department on department.company_id = ${companyId} and department.id = granted.department_id
    where granted.company_id = ${companyId} and granted.department_id = ${departmentId}`)

export const takeDepartmentGrants = (company: Database, companyId: string, departmentId: string) =>
  company.change(sql`
    delete from line_group_department where company_id = ${companyId} and department_id = ${departmentId}`)
