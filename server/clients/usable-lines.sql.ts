import sql, { empty } from 'sql-template-tag'
import { regionName } from '../catalogue/catalogue.sql.ts'
import type { Database } from '../database/database.ts'
import { earlierDevices } from '../devices/list.sql.ts'
import type { ServiceFacts } from '../devices/usable.ts'
import { isUsable } from '../lines/state.ts'

export interface AskingDevice extends ServiceFacts {
  id: string
  audit_note: string | null
  /** Groups through which the person may use lines; separated by commas, as an array is dear to read 2,000 times. */
  group_ids: string
}

/**
 * Ids that the planner does not look at: it would count them, find a plan of its own for each array, and plan anew every
 * time, which takes as long as running it does.
 */
const unseen = (ids: string[]) => sql`(select ${ids}::uuid[])::uuid[]`

/**
 * Devices with all that decides whether and where they may connect. The tree is climbed once from each of their
 * departments, at most five levels, however many people are in it: all of it in sets, as one question is for one device or
 * for thousands, with one plan.
 */
export const askingDevices = (
  company: Database,
  companyId: string,
  deviceIds: string[],
  /** Only this person's. */
  employeeId?: string,
) =>
  company.rows<AskingDevice>(sql`
    with recursive asked as materialized (
      select device.id, device.audit_state, device.auth_state, device.audit_note, employee.state as employee_state,
        employee.service_ends_at, employee.device_limit, company.state as company_state,
        ${earlierDevices} as earlier_devices, employee.id as employee_id, employee.department_id
      from device
      join employee on employee.company_id = device.company_id and employee.id = device.employee_id
      join company on company.id = device.company_id
      where device.company_id = ${companyId} and device.id = any(${unseen(deviceIds)})
        ${employeeId ? sql`and device.employee_id = ${employeeId}` : empty}
    ), above (start, id, parent_id) as (
      select id, id, parent_id from department
      where company_id = ${companyId} and id in (select department_id from asked)
      union all
      select start, department.id, department.parent_id from above
      join department on department.company_id = ${companyId} and department.id = above.parent_id
    ), climbed as materialized (
      select start, string_agg(group_id::text, ',' order by group_id) as ids from above
      join line_group_department on company_id = ${companyId} and department_id = above.id
      group by start
    ), own as materialized (
      select employee_id, string_agg(group_id::text, ',' order by group_id) as ids from line_group_employee
      where company_id = ${companyId} and employee_id in (select employee_id from asked)
      group by employee_id
    )
    select asked.id, audit_state, auth_state, audit_note, employee_state, service_ends_at, device_limit, company_state,
      earlier_devices, concat_ws(',', climbed.ids, own.ids) as group_ids
    from asked
    left join climbed on climbed.start = asked.department_id
    left join own on own.employee_id = asked.employee_id`)

export interface HeldLine {
  id: string
  name: string
  region: string
  access_way: string
  address: string
  gateway: string
  /** Milliseconds of its instant. */
  ends_at: number
  /** Of those that were asked for, separated by commas. */
  group_ids: string
}

/** What of these groups' lines can be used now, in one order always: their names' and their ids'. */
export const usableLines = (company: Database, companyId: string, groupIds: string[]) =>
  company.rows<HeldLine>(sql`
    select line.id, line.name, ${regionName} as region, access_way.name as access_way, line.address, line.gateway,
      extract(epoch from line.ends_at)::float8 * 1000 as ends_at, held.group_ids
    from (
      select line_id, string_agg(group_id::text, ',') as group_ids from line_group_line
      where company_id = ${companyId} and group_id = any(${unseen(groupIds)})
      group by line_id
    ) as held
    join line on line.company_id = ${companyId} and line.id = held.line_id and ${isUsable}
    join region on region.id = line.region_id
    join access_way on access_way.id = line.access_way_id
    order by line.name, line.id`)
