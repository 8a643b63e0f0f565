import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { companyStates } from '#contract/people.ts'
import { device } from '#contract/records/device.ts'
import { employee } from '#contract/records/employee.ts'
import { line } from '#contract/records/line.ts'
import type { Database } from '#server/database/database.ts'
import { earlierDevices } from '#server/modules/devices/list.sql.ts'
import { departmentPath } from '#server/modules/people/department-path.ts'
import { servedUntil } from '#server/modules/people/served-until.ts'
import { shownState } from './line-state.ts'

const explainedPerson = employee.schema
  .pick({ employee_id: true, name: true, dept_path: true, state: true, service_ends_at: true, device_limit: true })
  .extend({ company_state: z.enum(companyStates) })
export type ExplainedPerson = z.output<typeof explainedPerson>

export const findExplainedPerson = (company: Database, companyId: string, employeeId: string) =>
  company.row(explainedPerson)`
    select employee.id as employee_id, employee.name, ${departmentPath} as dept_path, employee.state, ${servedUntil} as service_ends_at,
      device_limit, company.state as company_state
    from employee join company on company.id = employee.company_id
    where employee.company_id = ${companyId} and employee.id = ${employeeId}`

const explainedDevice = device.schema
  .pick({
    device_id: true,
    name: true,
    audit_state: true,
    auth_state: true,
    audit_note: true,
    platform: true,
    client_version: true,
  })
  .extend({ earlier_devices: z.int(), key_id: z.string().nullable() })
export type ExplainedDevice = z.output<typeof explainedDevice>

/** Lists a person's devices in the order in which they were registered. */
export const listExplainedDevices = (company: Database, companyId: string, employeeId: string) =>
  company.rows(explainedDevice)`
    select id as device_id, name, audit_state, auth_state, audit_note, platform, client_version, key_id,
      ${earlierDevices} as earlier_devices
    from device where company_id = ${companyId} and employee_id = ${employeeId}
    order by created_at, id limit 200`

const explainedLine = line.schema
  .pick({ svp_id: true, name: true, state: true, suspend_reason: true })
  .extend({ group_ids: z.array(id) })
export type ExplainedLine = z.output<typeof explainedLine>

export const findExplainedLine = (company: Database, companyId: string, lineId: string) =>
  company.row(explainedLine)`
    select id as svp_id, name, ${shownState} as state, suspend_reason,
      array(select group_id from line_group_line held
        where held.company_id = ${companyId} and held.line_id = line.id) as group_ids
    from line where company_id = ${companyId} and id = ${lineId}`

/** Lists the lines that these groups hold, in the order of their names. */
export const listExplainedLines = (company: Database, companyId: string, groupIds: string[], limit: number) =>
  company.rows(explainedLine)`
    select line.id as svp_id, line.name, ${shownState} as state, suspend_reason, held.group_ids
    from (
      select line_id, array_agg(group_id) as group_ids from line_group_line
      where company_id = ${companyId} and group_id = any(${groupIds}::uuid[]) group by line_id
    ) as held
    join line on line.company_id = ${companyId} and line.id = held.line_id and line.state <> 'released'
    order by line.name collate "zh-x-icu", line.id limit ${limit}`
