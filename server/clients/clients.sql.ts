import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { earlierDevices } from '../devices/list.sql.ts'
import type { ServiceFacts } from '../devices/usable.ts'
import type { Platform } from '../devices/versions.ts'

/** Where an account works; found before the company is known, so by the system's handle. */
export interface Workplace {
  company_id: string
  company_name: string
  company_state: 'trial' | 'active' | 'frozen'
  employee_id: string
  employee_name: string
  employee_state: 'active' | 'disabled'
}

/** Undefined also for who was invited and has not accepted. */
export const findWorkplace = (system: Database, accountId: string) =>
  system.row<Workplace>(sql`
    select company.id as company_id, company.name as company_name, company.state as company_state,
      employee.id as employee_id, employee.name as employee_name, employee.state as employee_state
    from employee join company on company.id = employee.company_id
    where employee.account_id = ${accountId} and employee.state <> 'invited'`)

export interface OwnDevice extends ServiceFacts {
  id: string
  employee_id: string
  name: string
  platform: Platform
  os_version: string
  client_version: string
  last_ip: string | null
  last_seen_at: Date | null
  audit_note: string | null
  /** Not written down for a minute. */
  unseen: boolean
}

const columns = sql`
  device.id, device.employee_id, device.name, device.platform, device.os_version, device.client_version, device.last_ip,
  device.last_seen_at, device.audit_state, device.auth_state, device.audit_note, employee.state as employee_state,
  employee.service_ends_at, employee.device_limit, company.state as company_state,
  coalesce(device.last_seen_at <= now() - interval '1 minute', true) as unseen, ${earlierDevices} as earlier_devices`
const source = sql`
  device join employee on employee.company_id = device.company_id and employee.id = device.employee_id
  join company on company.id = device.company_id`

export const findByFingerprint = (company: Database, companyId: string, fingerprint: string) =>
  company.row<OwnDevice>(sql`
    select ${columns} from ${source} where device.company_id = ${companyId} and device.fingerprint = ${fingerprint}`)

export const listOwn = (company: Database, companyId: string, employeeId: string) =>
  company.rows<OwnDevice>(sql`
    select ${columns} from ${source}
    where device.company_id = ${companyId} and device.employee_id = ${employeeId}
    order by device.created_at, device.id limit 200`)

/** Whoever registers for the same person at the same moment waits. */
export const lockEmployee = (transaction: Database, companyId: string, employeeId: string) =>
  transaction.row(sql`
    select id from employee where company_id = ${companyId} and id = ${employeeId} for no key update`)

export const countPending = async (transaction: Database, companyId: string, employeeId: string): Promise<number> =>
  (
    await transaction.row<{ pending: number }>(sql`
      select count(*)::integer as pending from device
      where company_id = ${companyId} and employee_id = ${employeeId} and audit_state = 'pending'`)
  )?.pending ?? 0

export interface Reported {
  fingerprint: string
  name: string
  platform: Platform
  os_version: string
  client_version: string
  ip: string
}

/** Undefined when the fingerprint has been registered in the meantime. */
export const insertDevice = (
  transaction: Database,
  { company_id, employee_id, employee_name }: Workplace,
  given: Reported,
) =>
  transaction.row<{ id: string }>(sql`
    with registered as (
      insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, last_ip,
        last_seen_at)
      values (${company_id}, ${employee_id}, ${given.fingerprint}, ${given.name}, ${given.platform},
        ${given.os_version}, ${given.client_version}, ${given.ip}, now())
      on conflict (company_id, fingerprint) do nothing
      returning company_id, id
    ), logged as (
      insert into device_log (company_id, device_id, action, actor_name, detail, ip)
      select company_id, id, 'registered', ${employee_name}, ${`登记设备「${given.name}」，等待审核`}, ${given.ip}
      from registered
    )
    select id from registered`)

/**
 * Writes down what a device says of itself: at once when it says something new, else once a minute. Its log gets a row for
 * what is new, and for the first time of a day in China.
 */
export const refreshDevice = (
  company: Database,
  { company_id, employee_name }: Pick<Workplace, 'company_id' | 'employee_name'>,
  deviceId: string,
  given: Reported,
  /** Empty when the device says the same as before. */
  changes: string,
) =>
  company.change(sql`
    with refreshed as (
      update device set name = ${given.name}, platform = ${given.platform}, os_version = ${given.os_version},
        client_version = ${given.client_version}, last_ip = ${given.ip}, last_seen_at = now()
      where company_id = ${company_id} and id = ${deviceId}
        and (last_seen_at is null or last_seen_at <= now() - interval '1 minute'
          or (name, platform, os_version, client_version, last_ip) is distinct from
            (${given.name}, ${given.platform}, ${given.os_version}, ${given.client_version}, ${given.ip}))
      returning new.company_id, new.id, old.last_seen_at as before
    )
    insert into device_log (company_id, device_id, action, actor_name, detail, ip)
    select company_id, id, case when ${changes} = '' then 'seen' else 'changed' end, ${employee_name},
      case when ${changes} = '' then '当日首次在线' else ${changes} end, ${given.ip}
    from refreshed
    where ${changes} <> '' or before is null or before < date_trunc('day', now(), 'Asia/Shanghai')`)

export interface OwnService {
  service_ends_at: Date | null
  device_limit: number
  dept_path: string | null
}

export const findOwnService = (company: Database, companyId: string, employeeId: string) =>
  company.row<OwnService>(sql`
    select service_ends_at, device_limit,
      (with recursive above (id, parent_id, name, depth) as (
        select id, parent_id, name, 0 from department
        where company_id = employee.company_id and id = employee.department_id
        union all
        select department.id, department.parent_id, department.name, depth + 1
        from above join department on department.company_id = employee.company_id and department.id = above.parent_id
      ) select string_agg(name, ' / ' order by depth desc) from above) as dept_path
    from employee where company_id = ${companyId} and id = ${employeeId}`)

/** Whom an employee may ask: the owner last, who has others for it. */
export const listManagers = (company: Database, companyId: string) =>
  company.rows<{ name: string; phone: string }>(sql`
    select name, phone from employee
    where company_id = ${companyId} and role in ('owner', 'manager') and state = 'active'
    order by role = 'owner', created_at, id limit 10`)
