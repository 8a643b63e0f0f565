import sql from 'sql-template-tag'
import type { OutputOf } from '#contract/index.ts'
import type { EmployeeAction } from '#contract/people.ts'
import type { Database } from '../database/database.ts'

export interface EmployeeRow {
  id: string
  name: string
  phone: string
  job_number: string | null
  department_id: string | null
  role: 'owner' | 'manager' | 'employee'
  state: 'invited' | 'active' | 'disabled'
  device_limit: number
  device_count: number
  service_ends_at: Date | null
  last_seen_at: Date | null
  created_at: Date
}

export const findEmployee = (company: Database, companyId: string, id: string) =>
  company.row<EmployeeRow>(sql`
    select employee.id, employee.name, employee.phone, employee.job_number, employee.department_id, employee.role,
      employee.state, employee.device_limit, employee.service_ends_at, employee.created_at,
      count(device.id) as device_count, max(device.last_seen_at) as last_seen_at
    from employee
    left join device on device.company_id = employee.company_id and device.employee_id = employee.id
    where employee.company_id = ${companyId} and employee.id = ${id}
    group by employee.company_id, employee.id`)

type Detail = OutputOf<'getCompanyUserDetail'>

export const devicesOf = (company: Database, companyId: string, employeeId: string) =>
  company.rows<{
    id: string
    name: string
    platform: Detail['devices'][number]['platform']
    client_version: string
    audit_state: Detail['devices'][number]['audit_state']
    auth_state: Detail['devices'][number]['auth_state']
    last_seen_at: Date | null
  }>(sql`
    select id, name, platform, client_version, audit_state, auth_state, last_seen_at
    from device where company_id = ${companyId} and employee_id = ${employeeId}
    order by last_seen_at desc nulls last, id limit 100`)

export const entriesOf = (company: Database, companyId: string, employeeId: string) =>
  company.rows<{
    id: string
    kind: Detail['ledger'][number]['kind']
    days: number
    actor_name: string
    note: string
    created_at: Date
  }>(sql`
    select id, kind, days, actor_name, note, created_at
    from service_entry where company_id = ${companyId} and employee_id = ${employeeId}
    order by id desc limit 50`)

export const logOf = (company: Database, companyId: string, employeeId: string) =>
  company.rows<{ action: EmployeeAction; actor_name: string; detail: string; created_at: Date }>(sql`
    select action, actor_name, detail, created_at
    from employee_log where company_id = ${companyId} and employee_id = ${employeeId}
    order by id desc limit 100`)

export const updateEmployee = (
  company: Database,
  companyId: string,
  id: string,
  given: { name: string; jobNumber: string | null; departmentId: string | null; deviceLimit: number; state: string },
) =>
  company.change(sql`
    update employee set name = ${given.name}, job_number = ${given.jobNumber}, department_id = ${given.departmentId},
      device_limit = ${given.deviceLimit}, state = ${given.state}
    where company_id = ${companyId} and id = ${id}`)

export const setRole = (company: Database, companyId: string, id: string, role: EmployeeRow['role']) =>
  company.change(sql`update employee set role = ${role} where company_id = ${companyId} and id = ${id}`)

export const deleteEmployees = (company: Database, companyId: string, ids: string[]) =>
  company.change(sql`
    delete from employee where company_id = ${companyId} and id = any(${ids}) and role <> 'owner'`)
