import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { type Device, device, deviceLog } from '#contract/records/device.ts'
import { employee } from '#contract/records/employee.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { actorName } from '#server/engines/activity/context.ts'

const changedDevice = device.schema.pick({ device_id: true, employee_id: true, name: true })
export type ChangedDevice = z.output<typeof changedDevice>

const columns = { device_id: 'id' }

/** Counts how many of these devices belong to the company. */
export const countOf = (company: Database, companyId: string, deviceIds: string[]) =>
  countRows(company, sql`device where company_id = ${companyId} and id = any(${deviceIds}::uuid[])`)

/** Locks these people, so that concurrent counts or changes of their devices wait until the transaction ends. */
export const lockOwners = (transaction: Database, companyId: string, deviceIds: string[]) =>
  transaction.change`
    select from employee
    where company_id = ${companyId} and id in (
      select employee_id from device where company_id = ${companyId} and id = any(${deviceIds}::uuid[]))
    order by id for no key update`

interface Entry {
  action: string
  detail: Sql
  /** The address from which the company's people acted. */
  ip: string | null
}

/** Logs each device that an UPDATE or DELETE touches, in the same statement, and returns it. */
const changeAndLog = (database: Database, change: Sql, { action, detail, ip }: Entry) =>
  database.rows(changedDevice)`
    with changed as (${change} returning company_id, id, employee_id, name), logged as (
      insert into device_log (company_id, device_id, action, actor_name, detail, ip)
      select company_id, id, ${action}, ${actorName()}, ${detail}, ${ip} from changed
    )
    select ${selectList(changedDevice, columns)} from changed`

export const setAuditState = (
  transaction: Database,
  companyId: string,
  deviceIds: string[],
  {
    state,
    note,
    detail,
    ip,
  }: { state: 'approved' | 'rejected'; note: string | null; detail: string; ip: string | null },
) =>
  changeAndLog(
    transaction,
    sql`
      update device set audit_state = ${state}, audit_note = ${note}, audited_at = now()
      where company_id = ${companyId} and id = any(${deviceIds}::uuid[]) and audit_state <> ${state}`,
    { action: state, detail: sql`${detail}`, ip },
  )

const auditedDevice = device.schema
  .pick({ device_id: true, audit_state: true, audit_note: true })
  .extend({ audited_at: instant.nullable() })
export type AuditedDevice = z.output<typeof auditedDevice>

/** Reads the states that an audit is about to change. */
export const statesOf = (transaction: Database, companyId: string, deviceIds: string[]) =>
  transaction.rows(auditedDevice)`
    select ${selectList(auditedDevice, columns)} from device
    where company_id = ${companyId} and id = any(${deviceIds}::uuid[]) for no key update`

/** Restores the audit that each device had, where it still has the one that is undone. */
export const restoreAudits = (
  transaction: Database,
  companyId: string,
  { state, devices }: { state: Device['audit_state']; devices: AuditedDevice[] },
) =>
  changeAndLog(
    transaction,
    sql`
      update device set audit_state = before.audit_state, audit_note = before.audit_note, audited_at = before.audited_at
      from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb)
        as before (device_id uuid, audit_state text, audit_note text, audited_at timestamptz)
      where company_id = ${companyId} and id = before.device_id and device.audit_state = ${state}`,
    { action: 'audit_undone', detail: sql`'撤销审核'`, ip: null },
  )

export const setAuthState = (
  transaction: Database,
  companyId: string,
  deviceIds: string[],
  { state, detail, ip }: { state: Device['auth_state']; detail: string; ip: string | null },
) =>
  changeAndLog(
    transaction,
    sql`
      update device set auth_state = ${state}
      where company_id = ${companyId} and id = any(${deviceIds}::uuid[]) and auth_state <> ${state}`,
    { action: state, detail: sql`${detail}`, ip },
  )

const personOverLimit = employee.schema.pick({ name: true, device_limit: true })
export type PersonOverLimit = z.output<typeof personOverLimit>

/** Returns those of these people who have more devices approved and authorized than allowed. */
export const peopleOverLimit = (transaction: Database, companyId: string, employeeIds: string[]) =>
  transaction.rows(personOverLimit)`
    select employee.name, employee.device_limit
    from employee join device on device.company_id = employee.company_id and device.employee_id = employee.id
      and device.audit_state = 'approved' and device.auth_state = 'authorized'
    where employee.company_id = ${companyId} and employee.id = any(${employeeIds}::uuid[])
    group by employee.id, employee.name, employee.device_limit
    having count(*) > employee.device_limit
    order by employee.name, employee.id`

export const deleteDevices = (company: Database, companyId: string, deviceIds: string[], ip: string) =>
  changeAndLog(company, sql`delete from device where company_id = ${companyId} and id = any(${deviceIds}::uuid[])`, {
    action: 'removed',
    detail: sql`'移除设备「' || name || '」'`,
    ip,
  })

export const deleteDevicesOf = (database: Database, companyId: string, employeeIds: string[], ip: string | null) =>
  changeAndLog(
    database,
    sql`delete from device where company_id = ${companyId} and employee_id = any(${employeeIds}::uuid[])`,
    {
      action: 'removed',
      detail: sql`'随员工移除设备「' || name || '」'`,
      ip,
    },
  )

export const suspendDevices = (database: Database, companyId: string, employeeIds: string[], ip: string | null) =>
  changeAndLog(
    database,
    sql`
      update device set auth_state = 'suspended'
      where company_id = ${companyId} and employee_id = any(${employeeIds}::uuid[]) and auth_state = 'authorized'`,
    { action: 'suspended', detail: sql`'随员工停用暂停授权'`, ip },
  )

export const logOf = (company: Database, companyId: string, deviceId: string, page: Page) =>
  company.rows(deviceLog.schema)`
    select ${selectList(deviceLog.schema)} from device_log
    where company_id = ${companyId} and device_id = ${deviceId}
    order by id desc limit ${page.limit} offset ${page.offset}`

export const countLog = (company: Database, companyId: string, deviceId: string) =>
  countRows(company, sql`device_log where company_id = ${companyId} and device_id = ${deviceId}`)
