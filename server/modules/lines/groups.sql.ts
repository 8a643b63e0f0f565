import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { lineGroups } from '#contract/line-names.ts'
import { getVplGroupDetail } from '#contract/lines.ts'
import { department } from '#contract/records/department.ts'
import { grantTimes, lineGroup } from '#contract/records/line-group.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { assigned } from '#server/database/assigned.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { actorName } from '#server/engines/activity/context.ts'
import { shownState } from '#server/modules/access/line-state.ts'
import { user } from '#server/modules/access/rights.sql.ts'
import { employeeColumns } from '#server/modules/people/people.sql.ts'

const group = lineGroup.schema.pick({ group_id: true, name: true, remark: true })
export type Group = z.output<typeof group>
const groupColumns = selectList(group, { group_id: 'id' })

const held = (companyId: string, table: Sql) => sql`(
  select count(*) from ${table} held where held.company_id = ${companyId} and group_id = line_group.id)`

export const listGroups = (company: Database, companyId: string) =>
  company.rows(lineGroup.schema)`
    select ${groupColumns}, ${held(companyId, sql`line_group_line`)} as lines,
      ${held(companyId, sql`line_group_department`)} as departments,
      ${held(companyId, sql`line_group_employee`)} as employees
    from line_group where company_id = ${companyId} order by name collate "zh-x-icu", id`

export const findGroup = (company: Database, companyId: string, groupId: string) =>
  company.row(group)`select ${groupColumns} from line_group where company_id = ${companyId} and id = ${groupId}`

/** Locks a group, so that its changes happen one after the other. */
export const lockGroup = (transaction: Database, companyId: string, groupId: string) =>
  transaction.row(
    group,
  )`select ${groupColumns} from line_group where company_id = ${companyId} and id = ${groupId} for no key update`

const insertedGroup = group.pick({ group_id: true })

export const countGroups = (company: Database, companyId: string) =>
  countRows(company, sql`line_group where company_id = ${companyId}`)

const hasRoom = (companyId: string) =>
  sql`(select count(*) from line_group where company_id = ${companyId}) < ${lineGroups}::integer`

/** Returns undefined when the company has the maximum of groups. */
export const insertGroup = (company: Database, companyId: string, { name, remark }: Omit<Group, 'group_id'>) =>
  company.row(insertedGroup)`
    insert into line_group (company_id, name, remark)
    select ${companyId}, ${name}, ${remark}
    where ${hasRoom(companyId)}
    returning id as group_id`

/** Restores a deleted group, with its id. Returns 0 when its name is taken by now, or the maximum of groups is reached. */
export const insertGroupAgain = (company: Database, companyId: string, { group_id, name, remark }: Group) =>
  company.change`
    insert into line_group (company_id, id, name, remark)
    select ${companyId}, ${group_id}, ${name}, ${remark} where ${hasRoom(companyId)}
    on conflict do nothing`

export const updateGroup = (
  company: Database,
  companyId: string,
  groupId: string,
  { name, remark }: Changes<Omit<Group, 'group_id'>>,
) =>
  company.change`
    update line_group set ${assigned({ name, remark })} where company_id = ${companyId} and id = ${groupId}`

export const deleteGroup = (company: Database, companyId: string, groupId: string) =>
  company.change`delete from line_group where company_id = ${companyId} and id = ${groupId}`

export const insertGroupLog = (company: Database, companyId: string, groupIds: string[], detail: string) =>
  company.change`
    insert into line_group_log (company_id, group_id, actor_name, detail)
    select ${companyId}, group_id, ${actorName()}, ${detail} from unnest(${groupIds}::uuid[]) as group_id`

const { lines } = getVplGroupDetail.output.shape

export const linesOf = (company: Database, companyId: string, groupId: string) =>
  company.rows(lines.element)`
    select line.id as svp_id, line.name, region.city, ${shownState} as state
    from line_group_line held
    join line on line.company_id = ${companyId} and line.id = held.line_id
    join region on region.id = line.region_id
    where held.company_id = ${companyId} and held.group_id = ${groupId} and line.state <> 'released'
    order by line.name collate "zh-x-icu", line.id`

const grantedDepartment = grantTimes.schema.extend(department.schema.pick({ dept_id: true }).shape)

export const departmentsOf = (company: Database, companyId: string, groupId: string) =>
  company.rows(grantedDepartment)`
    select department_id as dept_id, until, hours from line_group_department
    where company_id = ${companyId} and group_id = ${groupId} order by created_at, department_id`

const grantedEmployee = user.extend(grantTimes.schema.shape)

export const employeesOf = (company: Database, companyId: string, groupId: string) =>
  company.rows(grantedEmployee)`
    select ${selectList(user, employeeColumns, 'employee')}, held.until, held.hours
    from line_group_employee held
    join employee on employee.company_id = ${companyId} and employee.id = held.employee_id
    where held.company_id = ${companyId} and held.group_id = ${groupId}
    order by employee.name collate "zh-x-icu", employee.id`

const named = z.object({ id, name: z.string() })

const namesIn = (table: Sql) => (company: Database, companyId: string, ids: string[]) =>
  company.rows(named)`
    select id, name from ${table} where company_id = ${companyId} and id = any(${ids}::uuid[])
    order by name collate "zh-x-icu", id`

export const namesOfDepartments = namesIn(sql`department`)
export const namesOfEmployees = namesIn(sql`employee`)
export const namesOfGroups = namesIn(sql`line_group`)
export const namesOfLines = namesIn(sql`line`)
