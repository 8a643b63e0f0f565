import sql from 'sql-template-tag'
import { z } from 'zod'
import { shopPlatforms } from '#contract/connection-names.ts'
import { id } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import { companyStates, joinedStates } from '#contract/people.ts'
import { device } from '#contract/records/device.ts'
import { employee } from '#contract/records/employee.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import {
  type PersonalFacts,
  type PersonalRules,
  personalColumns,
  personalFacts,
  personalTrouble,
} from '#server/modules/access/personal.ts'
import { isJoined } from '#server/modules/accounts/membership.sql.ts'
import { earlierDevices } from '#server/modules/devices/list.sql.ts'
import { serviceFacts } from '#server/modules/devices/usable.ts'
import { departmentPath } from '#server/modules/people/department-path.ts'
import { servedUntil } from '#server/modules/people/served-until.ts'

const workplace = z.object({
  company_id: id,
  company_name: z.string(),
  company_state: z.enum(companyStates),
  employee_id: id,
  employee_name: z.string(),
  employee_state: employee.schema.shape.state.extract(joinedStates),
  ...personalFacts.omit({ state: true }).shape,
})
/** The company and employment of an account. It is found before the company is known, so by the system's handle. */
export type Workplace = z.output<typeof workplace>

/** Returns undefined also for a person whom a company has invited and who has not agreed. */
export const findWorkplace = (system: Database, accountId: string) =>
  system.row(workplace)`
    select company.id as company_id, company.name as company_name, company.state as company_state,
      employee.id as employee_id, employee.name as employee_name, employee.state as employee_state,
      ${personalColumns(sql`employee.account_id`)}
    from employee join company on company.id = employee.company_id
    where employee.account_id = ${accountId} and ${isJoined}`

const person = personalFacts.extend({ employee_id: id })

/** Finds those of these people whose account's own state keeps them from the lines, whatever the company grants. */
export const listKeptOut = async (system: Database, companyId: string, employeeIds: string[], rules: PersonalRules) => {
  const people = await system.rows(person)`
    select employee.id as employee_id, account.state, ${personalColumns(sql`account.id`)}
    from employee join account on account.id = employee.account_id
    where employee.company_id = ${companyId} and employee.id = any(${employeeIds}::uuid[])`
  const isKeptOut = (facts: PersonalFacts) => facts.state !== 'active' || personalTrouble(facts, rules) !== undefined
  return new Set(people.filter(isKeptOut).map(({ employee_id }) => employee_id))
}

const ownColumns = device.schema.pick({
  device_id: true,
  employee_id: true,
  name: true,
  platform: true,
  os_version: true,
  client_version: true,
  last_ip: true,
  last_seen_at: true,
  audit_state: true,
  auth_state: true,
  audit_note: true,
})
const ownDevice = ownColumns.extend({
  ...serviceFacts.shape,
  key_id: z.string().nullable(),
  /** The last recorded sign of life is over a minute old. */
  unseen: z.boolean(),
})
export type OwnDevice = z.output<typeof ownDevice>

const columns = sql`
  ${selectList(ownColumns, { device_id: 'id' }, 'device')}, device.key_id, employee.state as employee_state,
  ${servedUntil} as service_ends_at, employee.device_limit, company.state as company_state,
  coalesce(device.last_seen_at <= now() - interval '1 minute', true) as unseen, ${earlierDevices} as earlier_devices`
const source = sql`
  device join employee on employee.company_id = device.company_id and employee.id = device.employee_id
  join company on company.id = device.company_id`

export const findByFingerprint = (company: Database, companyId: string, fingerprint: string) =>
  company.row(ownDevice)`
    select ${columns} from ${source} where device.company_id = ${companyId} and device.fingerprint = ${fingerprint}`

export const listOwn = (company: Database, companyId: string, employeeId: string) =>
  company.rows(ownDevice)`
    select ${columns} from ${source}
    where device.company_id = ${companyId} and device.employee_id = ${employeeId}
    order by device.created_at, device.id limit 200`

/** Makes concurrent registrations for the same person wait. Returns 0 for a person who has left. */
export const lockEmployee = (transaction: Database, companyId: string, employeeId: string) =>
  transaction.change`
    select from employee where company_id = ${companyId} and id = ${employeeId} for no key update`

export const countPending = (transaction: Database, companyId: string, employeeId: string) =>
  countRows(
    transaction,
    sql`device where company_id = ${companyId} and employee_id = ${employeeId} and audit_state = 'pending'`,
  )

/** A client's report of its device, with the address it came from. */
export type Reported = ParsedOf<'reportDevice'> & { ip: string; key: string | null }

const registered = device.schema.pick({ device_id: true, name: true })

/** Returns undefined when the fingerprint has been registered in the meantime. */
export const insertDevice = (
  transaction: Database,
  { company_id, employee_id, employee_name }: Workplace,
  report: Reported,
) =>
  transaction.row(registered)`
    with registered as (
      insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, last_ip,
        key_id, last_seen_at)
      values (${company_id}, ${employee_id}, ${report.fingerprint}, ${report.name}, ${report.platform},
        ${report.os_version}, ${report.client_version}, ${report.ip}, ${report.key}, now())
      on conflict (company_id, fingerprint) do nothing
      returning company_id, id, name
    ), logged as (
      insert into device_log (company_id, device_id, action, actor_name, detail, ip)
      select company_id, id, 'registered', ${employee_name}, ${`登记设备「${report.name}」，等待审核`}, ${report.ip}
      from registered
    )
    select ${selectList(registered, { device_id: 'id' })} from registered`

/**
 * Records a device's report: immediately when it differs, otherwise once a minute. Its log gets a row for what is new, and for the
 * first report of a day in China.
 */
export const refreshDevice = (
  company: Database,
  { company_id, employee_name }: Pick<Workplace, 'company_id' | 'employee_name'>,
  deviceId: string,
  report: Reported,
  /** Empty when the report is the same as before. */
  changes: string,
) =>
  company.change`
    with reporting as (
      select company_id, id, last_seen_at from device
      where company_id = ${company_id} and id = ${deviceId}
        and (last_seen_at is null or last_seen_at <= now() - interval '1 minute'
          or (name, platform, os_version, client_version, last_ip) is distinct from
            (${report.name}, ${report.platform}, ${report.os_version}, ${report.client_version}, ${report.ip}))
      for no key update
    ), refreshed as (
      update device set name = ${report.name}, platform = ${report.platform}, os_version = ${report.os_version},
        client_version = ${report.client_version}, last_ip = ${report.ip}, last_seen_at = now()
      from reporting where device.company_id = reporting.company_id and device.id = reporting.id
      returning device.company_id, device.id, reporting.last_seen_at as before
    )
    insert into device_log (company_id, device_id, action, actor_name, detail, ip)
    select company_id, id, case when ${changes} = '' then 'seen' else 'changed' end, ${employee_name},
      case when ${changes} = '' then '当日首次在线' else ${changes} end, ${report.ip}
    from refreshed
    where ${changes} <> '' or before is null or before < date_trunc('day', now(), 'Asia/Shanghai')`

/** Sets a device's first key. Guard: of two concurrent calls one finds it without, and no audit comes between. */
export const setFirstKey = (
  company: Database,
  { company_id, employee_name }: Workplace,
  device: OwnDevice,
  report: Reported,
) =>
  company.change`
    with keyed as (
      update device set key_id = ${report.key}
      where company_id = ${company_id} and id = ${device.device_id} and key_id is null
        and audit_state = ${device.audit_state}
      returning company_id, id
    )
    insert into device_log (company_id, device_id, action, actor_name, detail, ip)
    select company_id, id, 'changed', ${employee_name}, '登记设备密钥', ${report.ip} from keyed`

/** Replaces an approved device's key; it waits for approval again. Guard: the key and state that were read. */
export const replaceKey = (
  company: Database,
  { company_id, employee_name }: Workplace,
  device: OwnDevice,
  report: Reported,
) =>
  company.change`
    with replaced as (
      update device set key_id = ${report.key}, audit_state = 'pending', audit_note = '设备密钥已更换', audited_at = null
      where company_id = ${company_id} and id = ${device.device_id} and audit_state = 'approved'
        and key_id is not distinct from ${device.key_id}
      returning company_id, id
    )
    insert into device_log (company_id, device_id, action, actor_name, detail, ip)
    select company_id, id, 'changed', ${employee_name}, '设备密钥已更换，等待审核', ${report.ip} from replaced`

const ownService = employee.schema.pick({ service_ends_at: true, device_limit: true, dept_path: true })

export const findOwnService = (company: Database, companyId: string, employeeId: string) =>
  company.row(ownService)`
    select ${servedUntil} as service_ends_at, device_limit, ${departmentPath} as dept_path
    from employee where company_id = ${companyId} and id = ${employeeId}`

const shopOnLine = z.object({ svp_id: id, platform: z.enum(shopPlatforms), name: z.string() })

export const shopsOnLines = (company: Database, companyId: string, lineIds: string[]) =>
  company.rows(shopOnLine)`
    select line_id as svp_id, platform, name from shop
    where company_id = ${companyId} and line_id = any(${lineIds}::uuid[]) and state = 'active' order by name, id`

const manager = employee.schema.pick({ name: true, phone: true })

/** Lists the managers whom a person may contact. The owner comes last, since the other managers come first for this. */
export const listManagers = (company: Database, companyId: string, exceptId: string) =>
  company.rows(manager)`
    select name, phone from employee
    where company_id = ${companyId} and id <> ${exceptId} and role in ('owner', 'manager') and state = 'active'
    order by role = 'owner', created_at, id limit 10`
