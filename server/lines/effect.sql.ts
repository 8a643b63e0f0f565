import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { DepartmentGrant, EmployeeGrant, Reached } from './access.sql.ts'

export const peopleOf = (company: Database, companyId: string, departmentIds: string[], employeeIds: string[]) =>
  company.rows<Omit<Reached, 'name'>>(sql`
    select id, department_id from employee
    where company_id = ${companyId} and state = 'active'
      and (department_id = any(${departmentIds}::uuid[]) or id = any(${employeeIds}::uuid[]))`)

/** Which other groups hold these lines. */
export const otherHolders = (company: Database, companyId: string, groupId: string, lineIds: string[]) =>
  company.rows<{ group_id: string; line_id: string }>(sql`
    select group_id, line_id from line_group_line
    where company_id = ${companyId} and group_id <> ${groupId} and line_id = any(${lineIds}::uuid[])`)

export const departmentGrants = (company: Database, companyId: string, groupIds: string[]) =>
  company.rows<DepartmentGrant>(sql`
    select group_id, department_id from line_group_department
    where company_id = ${companyId} and group_id = any(${groupIds}::uuid[])`)

export const employeeGrants = (company: Database, companyId: string, groupIds: string[]) =>
  company.rows<EmployeeGrant>(sql`
    select group_id, employee_id from line_group_employee
    where company_id = ${companyId} and group_id = any(${groupIds}::uuid[])`)

/** The first of these people by name. */
export const firstByName = (company: Database, companyId: string, ids: string[], limit: number) =>
  company.rows<Reached>(sql`
    select id, name, department_id from employee
    where company_id = ${companyId} and id = any(${ids}::uuid[])
    order by name collate "zh-x-icu", id limit ${limit}`)
