import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { employee } from '#contract/records/employee.ts'
import type { Database } from '#server/database/database.ts'
import { queueRow, queueStatement } from '#server/database/transaction.ts'
import { earlierDevicesByEmployee } from '#server/modules/devices/list.sql.ts'
import { serviceFacts } from '#server/modules/devices/usable.ts'
import { servedUntil } from '#server/modules/people/served-until.ts'
import { hasEnded, isUsable } from './line-state.ts'
import { grantedGroups } from './usable-lines.sql.ts'

/**
 * Serializes a company's acts that alter access. Guard: two concurrent acts would each find the other's effect between their own
 * before and after, and both would record it.
 */
export const lockAccess = (company: Database, companyId: string) =>
  queueStatement(company, sql`select ${accessLock(companyId)}`)

const accessLock = (companyId: string) => sql`pg_advisory_xact_lock(471530192, hashtext(${companyId}))`

/**
 * Takes the same lock if one of the lines has ended, before their ends are moved: this lock comes before those of the lines, and
 * most renewals do not need it.
 */
export const lockAccessToEnded = (database: Database, companyId: string, lineIds: string[]) =>
  queueStatement(
    database,
    sql`select ${accessLock(companyId)} from line
      where company_id = ${companyId} and id = any(${lineIds}::uuid[]) and ${hasEnded} limit 1`,
  )

const standingPerson = employee.schema
  .pick({ employee_id: true, name: true, dept_id: true, state: true })
  .extend({ served: z.boolean() })
export type StandingPerson = z.output<typeof standingPerson>

const these = (companyId: string, employeeIds: string[] | undefined) => sql`
  company_id = ${companyId} and state in ('active', 'invited')
    ${employeeIds ? sql`and id = any(${employeeIds}::uuid[])` : empty}`

/** Returns these people, or all of the company: its employees, and those who have yet to agree. */
export const standingPeople = (company: Database, companyId: string, employeeIds: string[] | undefined) =>
  company.rows(standingPerson)`
    select id as employee_id, name, department_id as dept_id, state, coalesce(${servedUntil} > now(), false) as served
    from employee where ${these(companyId, employeeIds)}`

const standingGrants = z.object({ holder: id, grants: z.string() })
export type StandingGrants = z.output<typeof standingGrants>

/** Returns the grants through which people may use lines, as `grantsIn` reads them: their departments' and their own. */
export const standingGrantsOf = (company: Database, companyId: string, employeeIds: string[] | undefined) =>
  company.rows(standingGrants)`
    with recursive asking as materialized (
      select id as employee_id, department_id from employee where ${these(companyId, employeeIds)}
    ), ${grantedGroups(companyId)}
    select start as holder, ids as grants from climbed
    union all
    select employee_id, ids from own`

const standingLine = z.object({ line_id: id, name: z.string(), usable: z.boolean(), group_ids: z.array(id) })
export type StandingLine = z.output<typeof standingLine>

/**
 * Returns the company's lines, or the named ones, with the groups that hold them and whether they can be used now. The lines of
 * `as` count as if they had not ended.
 */
export const standingLines = (company: Database, companyId: string, lineIds: string[] | undefined, as: string[]) =>
  company.rows(standingLine)`
    select line.id as line_id, line.name, array_agg(held.group_id) as group_ids,
      ${isUsable} ${as.length ? sql`or line.state = 'active' and line.id = any(${as}::uuid[])` : empty} as usable
    from line_group_line held
    join line on line.company_id = ${companyId} and line.id = held.line_id and line.state <> 'released'
    where held.company_id = ${companyId} ${lineIds ? sql`and line.id = any(${lineIds}::uuid[])` : empty}
    group by line.company_id, line.id
    order by line.name collate "zh-x-icu", line.id`

/** A guest whose employment has ended has no hours in either case. */
const stillServed = (as: string[]) => sql`case
  when employee.id = any(${as}::uuid[]) and (employee.guest_until is null or employee.guest_until > now())
  then date_trunc('milliseconds', now()) + interval '1 day' else ${servedUntil} end`

const standingDevice = serviceFacts.extend({ device_id: id, employee_id: id, name: z.string() })
export type StandingDevice = z.output<typeof standingDevice>

/**
 * Returns these people's devices, or all, with the facts that decide whether they may connect. The hours of the people of `as`
 * count as if they had not run out.
 */
export const standingDevices = (
  company: Database,
  companyId: string,
  employeeIds: string[] | undefined,
  as: string[],
) =>
  company.rows(standingDevice)`
    select device.id as device_id, device.employee_id, device.name, device.audit_state, device.auth_state, device.audit_note,
      employee.state as employee_state, ${as.length ? stillServed(as) : servedUntil} as service_ends_at, employee.device_limit, company.state as company_state,
      ${earlierDevicesByEmployee} as earlier_devices
    from device
    join employee on employee.company_id = device.company_id and employee.id = device.employee_id
    join company on company.id = device.company_id
    where device.company_id = ${companyId}
      ${employeeIds ? sql`and device.employee_id = any(${employeeIds}::uuid[])` : empty}`

/** The tables that each of these statements reads, which a test compares with their plans. */
export const standingTables = {
  people: ['employee'],
  grants: ['employee', 'department', 'line_group_department', 'line_group_employee'],
  lines: ['line', 'line_group_line'],
  devices: ['device', 'employee', 'company'],
}

const written = z.object({
  /** The transaction's start in microseconds, which identifies it; null on a server that does not count. */
  began: z.number().nullable(),
  people: z.number(),
  grants: z.number(),
  lines: z.number(),
  devices: z.number(),
})
export type Written = z.output<typeof written>

/** Rows of a rolled back savepoint are counted as well, so the number may be too high but never too low. */
const rowsWritten = (tables: string[]) => sql`(
  select sum(pg_stat_get_xact_tuples_inserted(name) + pg_stat_get_xact_tuples_updated(name) + pg_stat_get_xact_tuples_deleted(name))::float8
  from unnest(${tables}::text[]::regclass[]) as name)`

const writtenSoFar = () => sql`
  select case when current_setting('track_counts')::boolean then extract(epoch from now())::float8 * 1000000 end as began,
    ${rowsWritten(standingTables.people)} as people,
    ${rowsWritten(standingTables.grants)} as grants, ${rowsWritten(standingTables.lines)} as lines, ${rowsWritten(standingTables.devices)} as devices`

/** Counts the rows that the transaction has written so far to each statement's tables. It is sent with the next statement. */
export const countWrittenAhead = (company: Database) => queueRow(company, written, writtenSoFar())

export const countWritten = (company: Database) => company.row(written)`${writtenSoFar()}`
