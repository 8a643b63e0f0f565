import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { department } from '#contract/records/department.ts'
import { employee, type employeeLog } from '#contract/records/employee.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'
import { actorName } from '#server/engines/activity/context.ts'

/** These columns have another name in the record. */
export const employeeColumns = { employee_id: 'id', dept_id: 'department_id' }

/** An employee as changes need one: the table's columns, without what devices and departments add. */
export const person = employee.schema
  .omit({
    dept_path: true,
    device_count: true,
    remain_days: true,
    verification: true,
    last_seen_at: true,
    created_at: true,
  })
  .extend({ account_id: id })
export type Person = z.output<typeof person>

const columns = selectList(person, employeeColumns)

export const findPerson = (company: Database, companyId: string, employeeId: string) =>
  company.row(person)`select ${columns} from employee where company_id = ${companyId} and id = ${employeeId}`

export const hasDuty = (company: Database, companyId: string, employeeId: string) =>
  holds(
    company,
    sql`exists (select from employee_duty where company_id = ${companyId} and employee_id = ${employeeId})`,
  )

export const findPeople = (company: Database, companyId: string, ids: string[]) =>
  company.rows(person)`select ${columns} from employee where company_id = ${companyId} and id = any(${ids})`

/** Locks people in the order of their ids: the sort comes before the locks. */
export const lockPeople = (company: Database, companyId: string, ids: string[], withManagers: boolean) =>
  company.rows(person)`
    select ${columns} from employee
    where company_id = ${companyId} and (id = any(${ids}) or (${withManagers} and role <> 'employee'))
    order by id
    for no key update`

/** Locks people against removal and handover until the transaction ends; returns how many there are. */
export const keepPeople = (transaction: Database, companyId: string, ids: string[]) =>
  transaction.change`
    select from employee where company_id = ${companyId} and id = any(${ids}::uuid[]) order by id for share`

/** The person's new department; null stands for none. */
export const movedPerson = z.object({ employee_id: id, department: department.schema.shape.name.nullable() })

/** Returns whom it moved, and where to. */
export const setDepartments = (company: Database, companyId: string, ids: string[], departmentId: string | null) =>
  company.rows(movedPerson)`
    update employee set department_id = ${departmentId}
    where company_id = ${companyId} and id = any(${ids})
    returning id as employee_id,
      (select name from department where company_id = ${companyId} and id = ${departmentId}) as department`

/** An omitted `detail` is empty. */
export type LogEntry = Pick<Person, 'employee_id'> &
  Pick<z.output<typeof employeeLog.schema>, 'action'> & {
    detail?: string
    /** Needed for a person who is gone when the entry is written. */
    name?: string
  }

export const insertLog = (company: Database, companyId: string, entries: LogEntry[]) =>
  company.change`
    insert into employee_log (company_id, employee_id, action, actor_name, detail)
    select ${companyId}, employee_id, action, ${actorName()}, coalesce(detail, '')
    from ${values(entries, { employee_id: 'uuid', action: 'text', detail: 'text' })}
    order by place`
