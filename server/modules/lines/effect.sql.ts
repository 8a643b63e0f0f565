import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { employeeColumns } from '#server/modules/people/people.sql.ts'
import { departmentGrant, employeeGrant, user, userColumns } from './access.sql.ts'

const unnamed = user.omit({ name: true })

export const peopleOf = (company: Database, companyId: string, departmentIds: string[], employeeIds: string[]) =>
  company.rows(unnamed)`
    select ${selectList(unnamed, employeeColumns)} from employee
    where company_id = ${companyId} and state = 'active'
      and (department_id = any(${departmentIds}::uuid[]) or id = any(${employeeIds}::uuid[]))`

const holder = z.object({ group_id: id, line_id: id })

/** Finds the other groups that hold these lines. */
export const otherHolders = (company: Database, companyId: string, groupId: string, lineIds: string[]) =>
  company.rows(holder)`
    select group_id, line_id from line_group_line
    where company_id = ${companyId} and group_id <> ${groupId} and line_id = any(${lineIds}::uuid[])`

export const departmentGrants = (company: Database, companyId: string, groupIds: string[]) =>
  company.rows(departmentGrant)`
    select group_id, department_id as dept_id from line_group_department
    where company_id = ${companyId} and group_id = any(${groupIds}::uuid[])`

export const employeeGrants = (company: Database, companyId: string, groupIds: string[]) =>
  company.rows(employeeGrant)`
    select group_id, employee_id from line_group_employee
    where company_id = ${companyId} and group_id = any(${groupIds}::uuid[])`

/** Returns the first of these people by name. */
export const firstByName = (company: Database, companyId: string, ids: string[], limit: number) =>
  company.rows(user)`
    select ${userColumns} from employee
    where company_id = ${companyId} and id = any(${ids}::uuid[])
    order by name collate "zh-x-icu", id limit ${limit}`
