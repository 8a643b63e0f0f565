import type { Duty } from '#contract/duty-names.ts'
import { duty } from '#contract/records/duty.ts'
import type { Database } from '#server/database/database.ts'

const row = duty.schema.omit({ dept_path: true }).extend({ dept_id: duty.schema.shape.employee_id.nullable() })

export const listDuties = (company: Database, companyId: string) =>
  company.rows(row)`
    select employee_id, name, phone, department_id as dept_id, state, duty, given_by, given_at
    from employee_duty held join employee on employee.company_id = held.company_id and employee.id = employee_id
    where held.company_id = ${companyId}
    order by name collate "zh-x-icu", employee_id limit 500`

/** Nobody takes the duty back before the transaction ends. */
export const heldDuty = (company: Database, companyId: string, employeeId: string) =>
  company.row(duty.schema.pick({ duty: true }))`
    select duty from employee_duty where company_id = ${companyId} and employee_id = ${employeeId} for share`

/** Returns zero when the person has this duty already. */
export const giveDuty = (company: Database, companyId: string, employeeId: string, newDuty: Duty, by: string) =>
  company.change`
    insert into employee_duty (company_id, employee_id, duty, given_by) values (${companyId}, ${employeeId}, ${newDuty}, ${by})
    on conflict (company_id, employee_id) do update set duty = excluded.duty, given_by = excluded.given_by, given_at = now()
      where employee_duty.duty <> excluded.duty`

export const takeDuty = (company: Database, companyId: string, employeeId: string) =>
  company.change`delete from employee_duty where company_id = ${companyId} and employee_id = ${employeeId}`
