import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { Department } from '../departments/tree.ts'
import { isUsable } from './state.ts'

/**
 * Who stands where and what groups hold, now or at an instant of the past: the same columns from either. Each is a range
 * of an index of `access_span` then, of what has not ended before.
 */
export function relations(companyId: string, at: Date | undefined) {
  const then = (kind: string, columns: Sql) => sql`(
    select ${columns} from access_span
    where company_id = ${companyId} and kind = ${kind} and since <= ${at} and until > ${at})`
  const now = (table: Sql) => sql`(select * from ${table} where company_id = ${companyId})`
  const held = (column: Sql) => sql`subject_id as group_id, object_id as ${column}`
  return at
    ? {
        people: then('employee', sql`subject_id as id, object_id as department_id, name`),
        departments: then('department', sql`subject_id as id, object_id as parent_id, name, 0 as sort`),
        groups: then('group', sql`subject_id as id, name`),
        lines: then('line', sql`subject_id as id`),
        linesIn: then('line_in', held(sql`line_id`)),
        departmentsIn: then('department_in', held(sql`department_id`)),
        employeesIn: then('employee_in', held(sql`employee_id`)),
      }
    : {
        people: sql`(select id, department_id, name from employee where company_id = ${companyId} and state = 'active')`,
        departments: now(sql`department`),
        groups: now(sql`line_group`),
        lines: sql`(select id from line where company_id = ${companyId} and ${isUsable})`,
        linesIn: now(sql`line_group_line`),
        departmentsIn: now(sql`line_group_department`),
        employeesIn: now(sql`line_group_employee`),
      }
}
export type Relations = ReturnType<typeof relations>

export interface Named {
  id: string
  name: string
}

export const groupsOfLine = (company: Database, { groups, linesIn }: Relations, lineId: string) =>
  company.rows<Named>(sql`
    select id, name from ${groups} as held_by
    where id in (select group_id from ${linesIn} as held where line_id = ${lineId})`)

export interface DepartmentGrant {
  group_id: string
  department_id: string
}

export const departmentsOfGroups = (company: Database, { departmentsIn }: Relations, groupIds: string[]) =>
  company.rows<DepartmentGrant>(sql`
    select group_id, department_id from ${departmentsIn} as granted where group_id = any(${groupIds}::uuid[])`)

export const departmentsAt = (company: Database, { departments }: Relations) =>
  company.rows<Department>(sql`select id, parent_id, name, sort from ${departments} as department`)

export const isUsableAt = async (company: Database, { lines }: Relations, lineId: string): Promise<boolean> =>
  (
    await company.row<{ usable: boolean }>(sql`
      select exists (select from ${lines} as line where id = ${lineId}) as usable`)
  )?.usable ?? false

export interface Reach {
  departmentIds: string[]
  groupIds: string[]
}

const reached = ({ employeesIn }: Relations, { departmentIds, groupIds }: Reach) => sql`
  (department_id = any(${departmentIds}::uuid[])
    or id in (select employee_id from ${employeesIn} as granted where group_id = any(${groupIds}::uuid[])))`

export interface Reached extends Named {
  department_id: string | null
}

export const listReached = (
  company: Database,
  relations: Relations,
  reach: Reach,
  page: { limit: number; offset: number },
) =>
  company.rows<Reached>(sql`
    select id, name, department_id from ${relations.people} as person where ${reached(relations, reach)}
    order by name collate "zh-x-icu", id limit ${page.limit} offset ${page.offset}`)

export const countReached = async (company: Database, relations: Relations, reach: Reach): Promise<number> =>
  (
    await company.row<{ found: number }>(sql`
      select count(*)::integer as found from ${relations.people} as person where ${reached(relations, reach)}`)
  )?.found ?? 0

export interface EmployeeGrant {
  group_id: string
  employee_id: string
}

/** In which of these groups these people stand themselves. */
export const employeesOfGroups = (
  company: Database,
  { employeesIn }: Relations,
  groupIds: string[],
  employeeIds: string[],
) =>
  company.rows<EmployeeGrant>(sql`
    select group_id, employee_id from ${employeesIn} as granted
    where group_id = any(${groupIds}::uuid[]) and employee_id = any(${employeeIds}::uuid[])`)

/** Where somebody who is active stands, and through what. */
export const groupsOfEmployee = (company: Database, companyId: string, employeeId: string) =>
  company.rows<{ group_id: string; group_name: string; dept_id: string | null }>(sql`
    with recursive self as (
      select id, department_id from employee where company_id = ${companyId} and id = ${employeeId} and state = 'active'
    ), above (id, parent_id) as (
      select department.id, department.parent_id from self
      join department on department.company_id = ${companyId} and department.id = self.department_id
      union all
      select department.id, department.parent_id from above
      join department on department.company_id = ${companyId} and department.id = above.parent_id
    ), granted (group_id, dept_id) as (
      select group_id, null::uuid from line_group_employee
      where company_id = ${companyId} and employee_id in (select id from self)
      union all
      select group_id, department_id from line_group_department
      where company_id = ${companyId} and department_id in (select id from above)
    )
    select group_id, line_group.name as group_name, dept_id
    from granted join line_group on line_group.company_id = ${companyId} and line_group.id = granted.group_id
    order by line_group.name, group_id, dept_id nulls first`)

export interface GroupedLine {
  id: string
  name: string
  city: string
  address: string | null
  state: 'unbound' | 'active' | 'suspended' | 'released'
  ends_at: Date
  group_ids: string[]
}

const inGroups = (companyId: string, groupIds: string[]) => sql`
  line.company_id = ${companyId} and line.state <> 'released' and line.id in (
    select line_id from line_group_line where company_id = ${companyId} and group_id = any(${groupIds}::uuid[]))`

export const listGrouped = (
  company: Database,
  companyId: string,
  groupIds: string[],
  page: { limit: number; offset: number },
) =>
  company.rows<GroupedLine>(sql`
    select line.id, line.name, region.city, line.address, line.state, line.ends_at,
      array(select group_id from line_group_line held
        where held.company_id = ${companyId} and held.line_id = line.id) as group_ids
    from line join region on region.id = line.region_id
    where ${inGroups(companyId, groupIds)}
    order by line.name collate "zh-x-icu", line.id limit ${page.limit} offset ${page.offset}`)

export const countGrouped = async (company: Database, companyId: string, groupIds: string[]): Promise<number> =>
  (
    await company.row<{ found: number }>(sql`
      select count(*)::integer as found from line where ${inGroups(companyId, groupIds)}`)
  )?.found ?? 0

/** When a line came to be: its history begins there. Undefined when the company never had it. */
export const lineSince = (company: Database, companyId: string, lineId: string) =>
  company.row<{ created_at: Date }>(sql`
    select created_at from line where company_id = ${companyId} and id = ${lineId}`)
