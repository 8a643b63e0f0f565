import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'

const employeeId = z.object({ employee_id: id })
const idsOf = async (rows: Promise<{ employee_id: string }[]>) => (await rows).map(({ employee_id }) => employee_id)

/** Finds the people of these departments, and those whom these groups name directly. */
export const peopleReached = (
  company: Database,
  companyId: string,
  { departmentIds, groupIds }: { departmentIds: string[]; groupIds: string[] },
) =>
  idsOf(company.rows(employeeId)`
    select id as employee_id from employee
    where company_id = ${companyId} and (department_id = any(${departmentIds}::uuid[]) or id in (
      select employee_id from line_group_employee
      where company_id = ${companyId} and group_id = any(${groupIds}::uuid[])))`)

export const ownersOf = (company: Database, companyId: string, deviceIds: string[]) =>
  idsOf(company.rows(employeeId)`
    select distinct employee_id from device where company_id = ${companyId} and id = any(${deviceIds}::uuid[])`)

export const peopleWithPhones = (company: Database, companyId: string, phones: string[]) =>
  idsOf(company.rows(employeeId)`
    select id as employee_id from employee where company_id = ${companyId} and phone = any(${phones}::text[])`)

/** Returns the people on the list whom an import adds. */
export const peopleOfImport = (company: Database, companyId: string, importId: string) =>
  idsOf(company.rows(employeeId)`
    select id as employee_id from employee where company_id = ${companyId} and phone in (
      select row ->> 'phone' from employee_import, jsonb_array_elements(rows) as row
      where company_id = ${companyId} and id = ${importId})`)

export const requesterOf = (company: Database, companyId: string, requestId: string) =>
  idsOf(company.rows(employeeId)`
    select employee_id from access_request where company_id = ${companyId} and id = ${requestId}`)

const owner = z.object({ company_id: id })

/** An operator names a line by its id alone. */
export const companyOfLine = (system: Database, lineId: string) =>
  system.row(owner)`select company_id from line where id = ${lineId}`

const grant = z.object({ group_id: id, department_id: id.nullable() })

/** Finds the groups that hold one of these lines, each with the departments that may use it. */
export const groupsHolding = (company: Database, companyId: string, lineIds: string[]) =>
  company.rows(grant)`
    select distinct held.group_id, granted.department_id from line_group_line held
    left join line_group_department granted
      on granted.company_id = ${companyId} and granted.group_id = held.group_id
    where held.company_id = ${companyId} and held.line_id = any(${lineIds}::uuid[])`

export const departmentsOfGroup = async (company: Database, companyId: string, groupId: string): Promise<string[]> =>
  (
    await company.rows(grant)`
      select group_id, department_id from line_group_department
      where company_id = ${companyId} and group_id = ${groupId}`
  ).flatMap(({ department_id }) => department_id ?? [])
