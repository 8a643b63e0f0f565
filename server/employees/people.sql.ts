import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface Person {
  id: string
  account_id: string
  name: string
  phone: string
  job_number: string | null
  department_id: string | null
  role: 'owner' | 'manager' | 'employee'
  state: 'invited' | 'active' | 'disabled'
  device_limit: number
  service_ends_at: Date | null
}

export const findPerson = (company: Database, companyId: string, id: string) =>
  company.row<Person>(sql`
    select id, account_id, name, phone, job_number, department_id, role, state, device_limit, service_ends_at
    from employee where company_id = ${companyId} and id = ${id}`)

export const findPeople = (company: Database, companyId: string, ids: string[]) =>
  company.rows<Person>(sql`
    select id, account_id, name, phone, job_number, department_id, role, state, device_limit, service_ends_at
    from employee where company_id = ${companyId} and id = any(${ids})`)

/** In the order of their ids: the sort comes before the locks. */
export const lockPeople = (company: Database, companyId: string, ids: string[], withManagers: boolean) =>
  company.rows<Person>(sql`
    select id, account_id, name, phone, job_number, department_id, role, state, device_limit, service_ends_at
    from employee
    where company_id = ${companyId} and (id = any(${ids}) or (${withManagers} and role <> 'employee'))
    order by id
    for no key update`)

/** Answers whom, and where to. */
export const setDepartments = (company: Database, companyId: string, ids: string[], departmentId: string | null) =>
  company.rows<{ id: string; department: string | null }>(sql`
    update employee set department_id = ${departmentId}
    where company_id = ${companyId} and id = any(${ids})
    returning id, (select name from department where company_id = ${companyId} and id = ${departmentId}) as department`)

export const insertLog = (
  company: Database,
  companyId: string,
  actorName: string,
  entries: { employeeId: string; action: string; detail?: string }[],
) =>
  company.change(sql`
    insert into employee_log (company_id, employee_id, action, actor_name, detail)
    select ${companyId}, employee_id, action, ${actorName}, detail
    from unnest(${entries.map(entry => entry.employeeId)}::uuid[], ${entries.map(entry => entry.action)}::text[],
      ${entries.map(entry => entry.detail ?? '')}::text[]) with ordinality as given (employee_id, action, detail, place)
    order by place`)
