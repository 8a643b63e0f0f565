import { z } from 'zod'
import { getCompanyUserDetail } from '#contract/employees.ts'
import type { ParsedOf } from '#contract/index.ts'
import { employee, employeeLog } from '#contract/records/employee.ts'
import { assigned } from '#server/database/assigned.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'
import { employeeColumns, type Person } from '../people.sql.ts'

/** An employee without the derived fields, which `withDerived` adds. */
export const employeeRow = employee.schema
  .omit({ dept_path: true, remain_days: true, verification: true })
  .extend({ verified: z.boolean() })
export type EmployeeRow = z.output<typeof employeeRow>
/** The columns of the employee's own table. */
export const ownColumns = employeeRow.omit({ device_count: true, last_seen_at: true, verified: true })

export const findEmployee = (company: Database, companyId: string, employeeId: string) =>
  company.row(employeeRow)`
    select ${selectList(ownColumns, employeeColumns, 'employee')},
      count(device.id) as device_count, max(device.last_seen_at) as last_seen_at,
      account_verified(employee.account_id) as verified
    from employee
    left join device on device.company_id = employee.company_id and device.employee_id = employee.id
    where employee.company_id = ${companyId} and employee.id = ${employeeId}
    group by employee.company_id, employee.id`

const { devices, ledger } = getCompanyUserDetail.output.shape

export const devicesOf = (company: Database, companyId: string, employeeId: string) =>
  company.rows(devices.element)`
    select ${selectList(devices.element, { device_id: 'id' })}
    from device where company_id = ${companyId} and employee_id = ${employeeId}
    order by last_seen_at desc nulls last, id limit 100`

export const entriesOf = (company: Database, companyId: string, employeeId: string) =>
  company.rows(ledger.element)`
    select ${selectList(ledger.element, { entry_id: 'id' })}
    from service_entry where company_id = ${companyId} and employee_id = ${employeeId}
    order by id desc limit 50`

export const logOf = (company: Database, companyId: string, employeeId: string) =>
  company.rows(employeeLog.schema)`
    select ${selectList(employeeLog.schema)}
    from employee_log where company_id = ${companyId} and employee_id = ${employeeId}
    order by id desc limit 100`

/** The fields that setCompanyUser can change. */
type Changes = Partial<Omit<ParsedOf<'setCompanyUser'>, 'employee_id'>>

/** An undefined value leaves a column as it is. */
export const updateEmployee = (
  company: Database,
  companyId: string,
  employeeId: string,
  { name, job_number, position, dept_id: department_id, device_limit, state, guest_until }: Changes,
) =>
  company.change`
    update employee
    set ${assigned({ name, job_number, position, department_id, device_limit, state, guest_until })}
    where company_id = ${companyId} and id = ${employeeId}`

export const enableAgain = (company: Database, companyId: string, employeeId: string) =>
  company.change`
    update employee set state = 'active'
    where company_id = ${companyId} and id = ${employeeId} and state = 'disabled'`

export const setRole = (company: Database, companyId: string, employeeId: string, role: Person['role']) =>
  company.change`update employee set role = ${role} where company_id = ${companyId} and id = ${employeeId}`

export const deleteEmployees = (company: Database, companyId: string, ids: string[]) =>
  company.change`
    delete from employee where company_id = ${companyId} and id = any(${ids}) and role <> 'owner'`

/** Restores people's former limits. Guard: each still has the one that it was changed to. Returns how many. */
export const restoreLimits = (
  company: Database,
  companyId: string,
  people: { id: string; before: number; after: number }[],
) =>
  company.change`
    update employee set device_limit = input.before
    from ${values(people, { id: 'uuid', before: 'integer', after: 'integer' })}
    where company_id = ${companyId} and employee.id = input.id and employee.device_limit = input.after`
