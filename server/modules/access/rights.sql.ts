import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { getEmployeeVplList } from '#contract/lines.ts'
import { employee } from '#contract/records/employee.ts'
import { line } from '#contract/records/line.ts'
import { grantTimes, lineGroup } from '#contract/records/line-group.ts'
import { countRows, holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { departmentColumns, departmentRow } from '#server/modules/people/departments.sql.ts'
import { employeeColumns } from '#server/modules/people/people.sql.ts'
import { isUsable, shownState } from './line-state.ts'

/**
 * Relations of department membership and of group grants, now or at an instant of the past, with the same columns from either. For
 * the past, each is a range of an index of `access_span`: what had not ended by then.
 */
export function relations(companyId: string, at: string | undefined) {
  const then = (kind: string, columns: Sql) => sql`(
    select ${columns} from access_span
    where company_id = ${companyId} and kind = ${kind} and since <= ${at} and until > ${at})`
  const now = (table: Sql) => sql`(select * from ${table} where company_id = ${companyId})`
  const held = (column: Sql) => sql`subject_id as group_id, object_id as ${column}`
  // An expired grant may not have been removed yet.
  const granted = (kind: string, column: Sql) => sql`(
    select ${held(column)}, ends_at as until, hours from access_span
    where company_id = ${companyId} and kind = ${kind} and since <= ${at} and until > ${at}
      and (ends_at is null or ends_at > ${at}))`
  const standing = (table: Sql) =>
    sql`(select * from ${table} where company_id = ${companyId} and (until is null or until > now()))`
  return at
    ? {
        people: then('employee', sql`subject_id as id, object_id as department_id, name`),
        departments: then('department', sql`subject_id as id, object_id as parent_id, name, 0 as sort`),
        groups: then('group', sql`subject_id as id, name`),
        lines: then('line', sql`subject_id as id`),
        linesIn: then('line_in', held(sql`line_id`)),
        departmentsIn: granted('department_in', sql`department_id`),
        employeesIn: granted('employee_in', sql`employee_id`),
      }
    : {
        people: sql`(select id, department_id, name from employee where company_id = ${companyId} and state = 'active')`,
        departments: now(sql`department`),
        groups: now(sql`line_group`),
        lines: sql`(select id from line where company_id = ${companyId} and ${isUsable})`,
        linesIn: now(sql`line_group_line`),
        departmentsIn: standing(sql`line_group_department`),
        employeesIn: standing(sql`line_group_employee`),
      }
}
export type Relations = ReturnType<typeof relations>

const groupName = lineGroup.schema.pick({ group_id: true, name: true })
export type GroupName = z.output<typeof groupName>

export const groupsOfLine = (company: Database, { groups, linesIn }: Relations, lineId: string) =>
  company.rows(groupName)`
    select id as group_id, name from ${groups} as held_by
    where id in (select group_id from ${linesIn} as held where line_id = ${lineId})`

export const departmentGrant = grantTimes.schema.extend({ group_id: id, dept_id: id })
export type DepartmentGrant = z.output<typeof departmentGrant>

export const departmentsOfGroups = (company: Database, { departmentsIn }: Relations, groupIds: string[]) =>
  company.rows(departmentGrant)`
    select group_id, department_id as dept_id, until, hours from ${departmentsIn} as granted
    where group_id = any(${groupIds}::uuid[])`

export const departmentsAt = (company: Database, { departments }: Relations) =>
  company.rows(departmentRow)`select ${departmentColumns} from ${departments} as department`

export const isUsableAt = (company: Database, { lines }: Relations, lineId: string) =>
  holds(company, sql`exists (select from ${lines} as line where id = ${lineId})`)

export interface Reach {
  departmentIds: string[]
  groupIds: string[]
}

const reached = ({ employeesIn }: Relations, { departmentIds, groupIds }: Reach) => sql`
  (department_id = any(${departmentIds}::uuid[])
    or id in (select employee_id from ${employeesIn} as granted where group_id = any(${groupIds}::uuid[])))`

/** A person who may use lines, with the department whose path is shown. */
export const user = employee.schema.pick({ employee_id: true, name: true, dept_id: true })
export type User = z.output<typeof user>
export const userColumns = selectList(user, employeeColumns)

export const listReached = (company: Database, relations: Relations, reach: Reach, page: Page) =>
  company.rows(user)`
    select ${userColumns} from ${relations.people} as person where ${reached(relations, reach)}
    order by name collate "zh-x-icu", id limit ${page.limit} offset ${page.offset}`

export const countReached = (company: Database, relations: Relations, reach: Reach) =>
  countRows(company, sql`${relations.people} as person where ${reached(relations, reach)}`)

export const employeeGrant = grantTimes.schema.extend({ group_id: id, employee_id: id })
export type EmployeeGrant = z.output<typeof employeeGrant>

/** Returns those of these groups that name these people directly, not through a department. */
export const employeesOfGroups = (
  company: Database,
  { employeesIn }: Relations,
  groupIds: string[],
  employeeIds: string[],
) =>
  company.rows(employeeGrant)`
    select group_id, employee_id, until, hours from ${employeesIn} as granted
    where group_id = any(${groupIds}::uuid[]) and employee_id = any(${employeeIds}::uuid[])`

const { reasons } = getEmployeeVplList.output.shape.list.element.shape
const grantOfEmployee = reasons.element.omit({ dept_path: true, holds: true }).extend({ dept_id: id.nullable() })

/**
 * Returns the groups that a person is in, and the department through which. Only active people may use them; with `whoever` the
 * grants of others are returned, too.
 */
export const groupsOfEmployee = (company: Database, companyId: string, employeeId: string, whoever = false) =>
  company.rows(grantOfEmployee)`
    with recursive self as (
      select id, department_id from employee
      where company_id = ${companyId} and id = ${employeeId} and (${whoever} or state = 'active')
    ), above (id, parent_id) as (
      select department.id, department.parent_id from self
      join department on department.company_id = ${companyId} and department.id = self.department_id
      union all
      select department.id, department.parent_id from above
      join department on department.company_id = ${companyId} and department.id = above.parent_id
    ), granted (group_id, dept_id, until, hours) as (
      select group_id, null::uuid, until, hours from line_group_employee
      where company_id = ${companyId} and employee_id in (select id from self)
      union all
      select group_id, department_id, until, hours from line_group_department
      where company_id = ${companyId} and department_id in (select id from above)
    )
    select group_id, line_group.name as group_name, dept_id, until, hours
    from granted join line_group on line_group.company_id = ${companyId} and line_group.id = granted.group_id
    where until is null or until > now()
    order by line_group.name, group_id, dept_id nulls first`

const inGroups = (companyId: string, groupIds: string[]) => sql`
  line.company_id = ${companyId} and line.state <> 'released' and line.id in (
    select line_id from line_group_line where company_id = ${companyId} and group_id = any(${groupIds}::uuid[]))`

const groupedLine = getEmployeeVplList.output.shape.list.element
  .omit({ reasons: true })
  .extend({ group_ids: z.array(id) })

export const listGrouped = (company: Database, companyId: string, groupIds: string[], page: Page) =>
  company.rows(groupedLine)`
    select line.id as svp_id, line.name, region.city, line.address, ${shownState} as state,
      array(select group_id from line_group_line held
        where held.company_id = ${companyId} and held.line_id = line.id) as group_ids
    from line join region on region.id = line.region_id
    where ${inGroups(companyId, groupIds)}
    order by line.name collate "zh-x-icu", line.id limit ${page.limit} offset ${page.offset}`

export const countGrouped = (company: Database, companyId: string, groupIds: string[]) =>
  countRows(company, sql`line where ${inGroups(companyId, groupIds)}`)

const existingLine = line.schema.pick({ created_at: true })

/** Returns the instant at which a line's history begins, or undefined when the company never had the line. */
export const lineSince = (company: Database, companyId: string, lineId: string) =>
  company.row(existingLine)`select created_at from line where company_id = ${companyId} and id = ${lineId}`
