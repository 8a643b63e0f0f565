import sql from 'sql-template-tag'
import type { z } from 'zod'
import { limitedDuty } from '#contract/duty-names.ts'
import { duty } from '#contract/records/duty.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { dutyOf } from '#server/database/duty-of.ts'
import type { Page } from '#server/database/listed.ts'
import { actorName } from '#server/engines/activity/context.ts'

const row = duty.schema.omit({ dept_path: true }).extend({ dept_id: duty.schema.shape.employee_id.nullable() })
const held = duty.schema.pick({ duty: true, dept_ids: true })
type Held = z.output<typeof held>

/** An older version refuses what a limited duty is stored as (migrations/0010-people.sql); a head has a separate word. */
const isLimited = ({ duty, dept_ids }: Held) => dept_ids !== null && duty !== limitedDuty

export const listDuties = (company: Database, companyId: string, { limit, offset }: Page) =>
  company.rows(row)`
    select employee_id, name, phone, department_id as dept_id, state, ${dutyOf} as duty, departments as dept_ids,
      given_by, given_at
    from employee_duty held join employee on employee.company_id = held.company_id and employee.id = employee_id
    where held.company_id = ${companyId}
    order by name collate "zh-x-icu", employee_id limit ${limit} offset ${offset}`

export const countDuties = (company: Database, companyId: string) =>
  countRows(company, sql`employee_duty where company_id = ${companyId}`)

/** Locks the duty, so that it can't be revoked before the transaction ends. */
export const heldDuty = (company: Database, companyId: string, employeeId: string) =>
  company.row(held)`
    select ${dutyOf} as duty, departments as dept_ids from employee_duty held where company_id = ${companyId} and employee_id = ${employeeId} for share`

/** Returns zero when the person has this duty already, for the same departments. */
export const giveDuty = (company: Database, companyId: string, employeeId: string, held: Held) =>
  company.change`
    insert into employee_duty (company_id, employee_id, duty, limited_duty, departments, given_by)
    values (${companyId}, ${employeeId}, ${isLimited(held) ? 'limited' : held.duty},
      ${isLimited(held) ? held.duty : null}, ${held.dept_ids}::uuid[], ${actorName()})
    on conflict (company_id, employee_id) do update
      set duty = excluded.duty, limited_duty = excluded.limited_duty, departments = excluded.departments,
        given_by = excluded.given_by, given_at = now()
      where (employee_duty.duty, employee_duty.limited_duty, employee_duty.departments)
        is distinct from (excluded.duty, excluded.limited_duty, excluded.departments)`

export const takeDuty = (company: Database, companyId: string, employeeId: string) =>
  company.change`delete from employee_duty where company_id = ${companyId} and employee_id = ${employeeId}`
