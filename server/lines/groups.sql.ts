import sql from 'sql-template-tag'
import { lineGroups } from '#contract/line-names.ts'
import type { Database } from '../database/database.ts'
import type { LineFacts } from './state.ts'

export interface Group {
  id: string
  name: string
  remark: string
}

export const listGroups = (company: Database, companyId: string) =>
  company.rows<Group & { lines: number; departments: number; employees: number }>(sql`
    select id, name, remark,
      (select count(*)::integer from line_group_line held
        where held.company_id = ${companyId} and group_id = line_group.id) as lines,
      (select count(*)::integer from line_group_department held
        where held.company_id = ${companyId} and group_id = line_group.id) as departments,
      (select count(*)::integer from line_group_employee held
        where held.company_id = ${companyId} and group_id = line_group.id) as employees
    from line_group where company_id = ${companyId} order by name collate "zh-x-icu", id`)

export const findGroup = (company: Database, companyId: string, groupId: string) =>
  company.row<Group>(sql`
    select id, name, remark from line_group where company_id = ${companyId} and id = ${groupId}`)

/** Changes of one group happen one after the other. */
export const lockGroup = (transaction: Database, companyId: string, groupId: string) =>
  transaction.row<Group>(sql`
    select id, name, remark from line_group where company_id = ${companyId} and id = ${groupId} for no key update`)

/** Undefined when the company has as many as there may be. */
export const insertGroup = (company: Database, companyId: string, { name, remark }: Omit<Group, 'id'>) =>
  company.row<{ id: string }>(sql`
    insert into line_group (company_id, name, remark)
    select ${companyId}, ${name}, ${remark}
    where (select count(*) from line_group where company_id = ${companyId}) < ${lineGroups}::integer
    returning id`)

export const updateGroup = (company: Database, companyId: string, { id, name, remark }: Group) =>
  company.change(sql`
    update line_group set name = ${name}, remark = ${remark} where company_id = ${companyId} and id = ${id}`)

export const deleteGroup = (company: Database, companyId: string, groupId: string) =>
  company.change(sql`delete from line_group where company_id = ${companyId} and id = ${groupId}`)

export const insertGroupLog = (
  company: Database,
  companyId: string,
  groupIds: string[],
  actorName: string,
  detail: string,
) =>
  company.change(sql`
    insert into line_group_log (company_id, group_id, actor_name, detail)
    select ${companyId}, group_id, ${actorName}, ${detail} from unnest(${groupIds}::uuid[]) as group_id`)

export const linesOf = (company: Database, companyId: string, groupId: string) =>
  company.rows<LineFacts & { id: string; name: string; city: string }>(sql`
    select line.id, line.name, region.city, line.state, line.ends_at
    from line_group_line held
    join line on line.company_id = ${companyId} and line.id = held.line_id
    join region on region.id = line.region_id
    where held.company_id = ${companyId} and held.group_id = ${groupId} and line.state <> 'released'
    order by line.name collate "zh-x-icu", line.id`)

export const departmentsOf = async (company: Database, companyId: string, groupId: string): Promise<string[]> =>
  (
    await company.rows<{ department_id: string }>(sql`
      select department_id from line_group_department where company_id = ${companyId} and group_id = ${groupId}
      order by created_at, department_id`)
  ).map(row => row.department_id)

export const employeesOf = (company: Database, companyId: string, groupId: string) =>
  company.rows<{ id: string; name: string; department_id: string | null }>(sql`
    select employee.id, employee.name, employee.department_id
    from line_group_employee held
    join employee on employee.company_id = ${companyId} and employee.id = held.employee_id
    where held.company_id = ${companyId} and held.group_id = ${groupId}
    order by employee.name collate "zh-x-icu", employee.id`)

/** Kept from being released until the transaction ends; answers those that are not. */
export const keepLines = (transaction: Database, companyId: string, ids: string[]) =>
  transaction.rows<{ id: string; name: string }>(sql`
    select id, name from line where company_id = ${companyId} and id = any(${ids}::uuid[]) and state <> 'released'
    order by id for share`)

/** What a group holds, by the table that says so. */
const held = {
  line: { table: sql`line_group_line`, column: sql`line_id` },
  department: { table: sql`line_group_department`, column: sql`department_id` },
  employee: { table: sql`line_group_employee`, column: sql`employee_id` },
}
export type Held = keyof typeof held

export const putIn = (transaction: Database, companyId: string, groupId: string, what: Held, ids: string[]) =>
  transaction.change(sql`
    insert into ${held[what].table} (company_id, group_id, ${held[what].column})
    select ${companyId}, ${groupId}, id from unnest(${ids}::uuid[]) as id on conflict do nothing`)

export const takeOut = (transaction: Database, companyId: string, groupId: string, what: Held, ids: string[]) =>
  transaction.change(sql`
    delete from ${held[what].table}
    where company_id = ${companyId} and group_id = ${groupId} and ${held[what].column} = any(${ids}::uuid[])`)

export const namesOfDepartments = (company: Database, companyId: string, ids: string[]) =>
  company.rows<{ id: string; name: string }>(sql`
    select id, name from department where company_id = ${companyId} and id = any(${ids}::uuid[])
    order by name collate "zh-x-icu", id`)

export const namesOfEmployees = (company: Database, companyId: string, ids: string[]) =>
  company.rows<{ id: string; name: string }>(sql`
    select id, name from employee where company_id = ${companyId} and id = any(${ids}::uuid[])
    order by name collate "zh-x-icu", id`)

export const namesOfLines = (company: Database, companyId: string, ids: string[]) =>
  company.rows<{ id: string; name: string }>(sql`
    select id, name from line where company_id = ${companyId} and id = any(${ids}::uuid[])
    order by name collate "zh-x-icu", id`)
