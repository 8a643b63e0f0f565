import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { getUsableLines } from '#contract/clients.ts'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { regionName } from '#server/modules/catalogue/catalogue.sql.ts'
import { earlierDevices } from '#server/modules/devices/list.sql.ts'
import { serviceFacts } from '#server/modules/devices/usable.ts'
import { servedUntil } from '#server/modules/people/served-until.ts'
import { isUsable } from './line-state.ts'

/** A grant is the group's id, followed by its end in milliseconds and its hours where there are any. */
const grantText = sql`group_id::text || case when until is null and hours is null then '' else
  '|' || coalesce((extract(epoch from until) * 1000)::bigint::text, '') || '|' || coalesce(hours, '') end`

/**
 * Finds the groups through which the people of the relation `asking` (employee_id, department_id) may use lines: `climbed` by
 * department, `own` by person, both as one text that `grantsIn` reads. It climbs the tree once from each department, at most five
 * levels, however many people are in it. It works on sets, so that one plan serves one person or thousands. Follows `with recursive
 * asking as (…),`.
 */
export const grantedGroups = (companyId: string) => sql`
    above (start, id, parent_id) as (
      select id, id, parent_id from department
      where company_id = ${companyId} and id in (select department_id from asking)
      union all
      select start, department.id, department.parent_id from above
      join department on department.company_id = ${companyId} and department.id = above.parent_id
    ), climbed as materialized (
      select start, string_agg(${grantText}, ',' order by group_id, until, hours) as ids from above
      join line_group_department on company_id = ${companyId} and department_id = above.id
      group by start
    ), own as materialized (
      select employee_id, string_agg(${grantText}, ',' order by group_id) as ids from line_group_employee
      where company_id = ${companyId} and employee_id in (select employee_id from asking)
      group by employee_id
    )`

const askingDevice = serviceFacts.extend({
  device_id: id,
  key_id: z.string().nullable(),
  /** The person's grants as one text, because an array is costly to read 2,000 times. */
  grants: z.string(),
})

/**
 * Hides the ids from the planner, which would otherwise estimate their number and plan anew for each array; that takes as long as
 * running the query.
 */
const unseen = (ids: string[]) => sql`(select ${ids}::uuid[])::uuid[]`

/** Returns devices with the facts that decide whether and where they may connect. */
export const devicesForUsableLines = (
  company: Database,
  companyId: string,
  deviceIds: string[],
  /** Restricts the result to this person's devices. */
  employeeId?: string,
) =>
  company.rows(askingDevice)`
    with recursive asking as materialized (
      select device.id, device.key_id, device.audit_state, device.auth_state, device.audit_note, employee.state as employee_state,
        ${servedUntil} as service_ends_at, employee.device_limit, company.state as company_state,
        ${earlierDevices} as earlier_devices, employee.id as employee_id, employee.department_id
      from device
      join employee on employee.company_id = device.company_id and employee.id = device.employee_id
      join company on company.id = device.company_id
      where device.company_id = ${companyId} and device.id = any(${unseen(deviceIds)})
        ${employeeId ? sql`and device.employee_id = ${employeeId}` : empty}
    ), ${grantedGroups(companyId)}
    select asking.id as device_id, key_id, audit_state, auth_state, audit_note, employee_state, service_ends_at, device_limit, company_state,
      earlier_devices, concat_ws(',', climbed.ids, own.ids) as grants
    from asking
    left join climbed on climbed.start = asking.department_id
    left join own on own.employee_id = asking.employee_id`

const heldLine = getUsableLines.output.shape.list.element.extend({
  /** Milliseconds since the epoch. */
  ends_at: z.number(),
  /** The line's groups among the requested ones, separated by commas. */
  group_ids: z.string(),
})
export type HeldLine = z.output<typeof heldLine>

/** Returns the usable lines of these groups in a fixed order: by name, then by id. */
export const usableLines = (company: Database, companyId: string, groupIds: string[]) =>
  company.rows(heldLine)`
    select line.id as svp_id, line.name, ${regionName} as region, access_way.name as access_way, line.address, line.gateway,
      extract(epoch from line.ends_at)::float8 * 1000 as ends_at, held.group_ids
    from (
      select line_id, string_agg(group_id::text, ',') as group_ids from line_group_line
      where company_id = ${companyId} and group_id = any(${unseen(groupIds)})
      group by line_id
    ) as held
    join line on line.company_id = ${companyId} and line.id = held.line_id and ${isUsable}
    join region on region.id = line.region_id
    join access_way on access_way.id = line.access_way_id
    order by line.name, line.id`
