import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'

const mirrorDepartment = z.object({
  external_id: z.string(),
  parent_external_id: z.string().nullable(),
  name: z.string(),
  department_id: id.nullable(),
  gone: z.boolean(),
})
export type MirrorDepartment = z.output<typeof mirrorDepartment>

export const listMirrorDepartments = (database: Database, companyId: string) =>
  database.rows(mirrorDepartment)`
  select external_id, parent_external_id, name, department_id, gone from directory_department
  where company_id = ${companyId} order by created_at, external_id`

/**
 * Releases a department from its deleted counterpart in the directory, before another is linked to it: a department that was
 * deleted and created again there has a new id.
 */
export const releaseDepartment = (company: Database, companyId: string, departmentId: string) =>
  company.change`
  update directory_department set department_id = null
  where company_id = ${companyId} and department_id = ${departmentId} and gone`

export const placeDepartment = (company: Database, companyId: string, externalId: string, departmentId: string) =>
  company.change`
  update directory_department set department_id = ${departmentId}
  where company_id = ${companyId} and external_id = ${externalId}`

export const forgetDepartment = (company: Database, companyId: string, externalId: string) =>
  company.change`delete from directory_department where company_id = ${companyId} and external_id = ${externalId} and gone`

const mirrorPerson = z.object({
  external_id: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  job_number: z.string().nullable(),
  position: z.string().nullable(),
  department_external_id: z.string().nullable(),
  superior_external_id: z.string().nullable(),
  active: z.boolean(),
  employee_id: id.nullable(),
  placed: z.boolean(),
  held: z.boolean(),
  overruled: z.boolean(),
  problem: z.string().nullable(),
})
export type MirrorPerson = z.output<typeof mirrorPerson>

/**
 * Returns the people of the directory, or some of them. Notes about a person's employment end with it: a person who was removed and
 * is put on the list again was neither disabled by the directory nor enabled against it.
 */
export const listMirrorPeople = (database: Database, companyId: string, externalIds?: readonly string[]) =>
  database.rows(mirrorPerson)`
  select external_id, name, phone, job_number, position, department_external_id, superior_external_id, active,
    employee_id, placed, held and employee_id is not null as held, overruled and employee_id is not null as overruled, problem
  from directory_person
  where company_id = ${companyId}
    and (${externalIds ?? null}::text[] is null or external_id = any(${externalIds ?? null}::text[]))
  order by external_id`

const matched = z.object({ employee_id: id, phone: z.string(), taken: z.boolean() })

/** Finds the people on the company's list with these phones, and whether the directory knows them already. */
export const matchPhones = (company: Database, companyId: string, phones: readonly string[]) =>
  company.rows(matched)`
  select employee.id as employee_id, employee.phone, exists (
    select from directory_person person
    where person.company_id = ${companyId} and person.employee_id = employee.id) as taken
  from employee where company_id = ${companyId} and phone = any(${phones}::text[])`

/**
 * Matches when a `person` who has left the directory has this phone there, or here as an employee. Directories reassign leavers'
 * names: a person with such a name and another phone is a different one, who must not get the leaver's account.
 */
export const isKnownBy = (phone: Sql): Sql => sql`
  (person.phone = ${phone} or exists (
    select from employee
    where employee.company_id = person.company_id and employee.id = person.employee_id and employee.phone = ${phone}))`

const found = z.object({ employee_id: id })

/** The most levels of superiors that are followed; the directory may have them in a circle. */
const maxLevels = 50

/** Finds the employees who are superiors of a person of the directory, the nearest first. */
export const listSuperiors = (company: Database, companyId: string, externalId: string) =>
  company.rows(found)`
  with recursive above (external_id, level) as (
    select superior_external_id, 1 from directory_person where company_id = ${companyId} and external_id = ${externalId}
    union all
    select person.superior_external_id, level + 1 from above
    join directory_person person on person.company_id = ${companyId} and person.external_id = above.external_id
    where level < ${maxLevels}
  )
  select person.employee_id from above
  join directory_person person on person.company_id = ${companyId} and person.external_id = above.external_id
  where person.employee_id is not null order by level`

export interface Outcome {
  externalId: string
  employeeId: string | null
  placed: boolean
  held: boolean
  overruled: boolean
  problem: string | null
}

export const noteOutcomes = (company: Database, companyId: string, outcomes: readonly Outcome[]) =>
  company.change`
  update directory_person person
  set employee_id = outcome.employee_id, placed = outcome.placed, held = outcome.held, overruled = outcome.overruled,
    problem = outcome.problem
  from unnest(${outcomes.map(({ externalId }) => externalId)}::text[],
    ${outcomes.map(({ employeeId }) => employeeId)}::uuid[], ${outcomes.map(({ placed }) => placed)}::boolean[],
    ${outcomes.map(({ held }) => held)}::boolean[], ${outcomes.map(({ overruled }) => overruled)}::boolean[],
    ${outcomes.map(({ problem }) => problem)}::text[])
    as outcome (external_id, employee_id, placed, held, overruled, problem)
  where person.company_id = ${companyId} and person.external_id = outcome.external_id`

/** A person who has left and is no employee here need not be kept. */
export const forgetLeft = (company: Database, companyId: string) =>
  company.change`
  delete from directory_person
  where company_id = ${companyId} and not active and employee_id is null and changed_at < now() - interval '30 days'`
