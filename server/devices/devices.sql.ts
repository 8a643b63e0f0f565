import sql from 'sql-template-tag'
import type { OutputOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'

/** Who acts, as the device's log shows it. */
export interface Actor {
  name: string
  ip: string | null
}

export interface Changed {
  id: string
  employee_id: string
}

/** How many of these devices the company has. */
export const countOf = async (company: Database, companyId: string, deviceIds: string[]): Promise<number> =>
  (
    await company.row<{ present: number }>(sql`
      select count(*)::integer as present from device where company_id = ${companyId} and id = any(${deviceIds}::uuid[])`)
  )?.present ?? 0

/** Whoever else counts or changes these people's devices waits until the transaction ends. */
export const lockOwners = (transaction: Database, companyId: string, deviceIds: string[]) =>
  transaction.rows(sql`
    select id from employee
    where company_id = ${companyId} and id in (
      select employee_id from device where company_id = ${companyId} and id = any(${deviceIds}::uuid[]))
    order by id for no key update`)

export const setAuditState = (
  transaction: Database,
  companyId: string,
  deviceIds: string[],
  given: { state: 'approved' | 'rejected'; note: string | null; detail: string; by: Actor },
) =>
  transaction.rows<Changed>(sql`
    with changed as (
      update device set audit_state = ${given.state}, audit_note = ${given.note}, audited_at = now()
      where company_id = ${companyId} and id = any(${deviceIds}::uuid[]) and audit_state <> ${given.state}
      returning company_id, id, employee_id
    ), logged as (
      insert into device_log (company_id, device_id, action, actor_name, detail, ip)
      select company_id, id, ${given.state}, ${given.by.name}, ${given.detail}, ${given.by.ip} from changed
    )
    select id, employee_id from changed`)

export const setAuthState = (
  transaction: Database,
  companyId: string,
  deviceIds: string[],
  given: { state: 'authorized' | 'suspended'; detail: string; by: Actor },
) =>
  transaction.rows<Changed>(sql`
    with changed as (
      update device set auth_state = ${given.state}
      where company_id = ${companyId} and id = any(${deviceIds}::uuid[]) and auth_state <> ${given.state}
      returning company_id, id, employee_id
    ), logged as (
      insert into device_log (company_id, device_id, action, actor_name, detail, ip)
      select company_id, id, ${given.state}, ${given.by.name}, ${given.detail}, ${given.by.ip} from changed
    )
    select id, employee_id from changed`)

/** Of these people, who has more devices approved and authorized than allowed. */
export const peopleOverLimit = (transaction: Database, companyId: string, employeeIds: string[]) =>
  transaction.rows<{ name: string; device_limit: number }>(sql`
    select employee.name, employee.device_limit
    from employee join device on device.company_id = employee.company_id and device.employee_id = employee.id
      and device.audit_state = 'approved' and device.auth_state = 'authorized'
    where employee.company_id = ${companyId} and employee.id = any(${employeeIds}::uuid[])
    group by employee.id, employee.name, employee.device_limit
    having count(*) > employee.device_limit
    order by employee.name, employee.id`)

export const deleteDevices = (company: Database, companyId: string, deviceIds: string[], by: Actor) =>
  company.change(sql`
    with removed as (
      delete from device where company_id = ${companyId} and id = any(${deviceIds}::uuid[])
      returning company_id, id, name
    )
    insert into device_log (company_id, device_id, action, actor_name, detail, ip)
    select company_id, id, 'removed', ${by.name}, '移除设备「' || name || '」', ${by.ip} from removed`)

export const deleteDevicesOf = (database: Database, companyId: string, employeeIds: string[], by: Actor) =>
  database.change(sql`
    with removed as (
      delete from device where company_id = ${companyId} and employee_id = any(${employeeIds}::uuid[])
      returning company_id, id, name
    )
    insert into device_log (company_id, device_id, action, actor_name, detail, ip)
    select company_id, id, 'removed', ${by.name}, '随员工移除设备「' || name || '」', ${by.ip} from removed`)

export const suspendDevices = (database: Database, companyId: string, employeeIds: string[], by: Actor) =>
  database.change(sql`
    with suspended as (
      update device set auth_state = 'suspended'
      where company_id = ${companyId} and employee_id = any(${employeeIds}::uuid[]) and auth_state = 'authorized'
      returning company_id, id
    )
    insert into device_log (company_id, device_id, action, actor_name, detail, ip)
    select company_id, id, 'suspended', ${by.name}, '随员工停用暂停授权', ${by.ip} from suspended`)

type Event = OutputOf<'getDeviceLog'>['list'][number]['action']

export const logOf = (
  company: Database,
  companyId: string,
  deviceId: string,
  page: { limit: number; offset: number },
) =>
  company.rows<{ action: Event; actor_name: string; detail: string; ip: string | null; created_at: Date }>(sql`
    select action, actor_name, detail, ip, created_at from device_log
    where company_id = ${companyId} and device_id = ${deviceId}
    order by id desc limit ${page.limit} offset ${page.offset}`)

export const countLog = async (company: Database, companyId: string, deviceId: string): Promise<number> =>
  (
    await company.row<{ entries: number }>(sql`
      select count(*)::integer as entries from device_log where company_id = ${companyId} and device_id = ${deviceId}`)
  )?.entries ?? 0

export const nameOf = async (company: Database, companyId: string, employeeId: string): Promise<string> =>
  (
    await company.row<{ name: string }>(sql`
      select name from employee where company_id = ${companyId} and id = ${employeeId}`)
  )?.name ?? ''
