import { z } from 'zod'
import { department } from '#contract/records/department.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { lockName } from '#server/database/advisory-lock.ts'
import { assigned } from '#server/database/assigned.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { movedPerson } from './people.sql.ts'

/** A node of the department tree. */
export const departmentRow = department.schema.pick({ dept_id: true, parent_id: true, name: true, sort: true })
export const departmentColumns = selectList(departmentRow, { dept_id: 'id' })

/** Serializes changes of one company's tree: two concurrent moves could close a cycle that neither sees. */
export const lockTree = (transaction: Database, companyId: string) => lockName(transaction, `departments ${companyId}`)

export const listDepartments = (company: Database, companyId: string) =>
  company.rows(departmentRow)`select ${departmentColumns} from department where company_id = ${companyId}`

const departmentId = departmentRow.pick({ dept_id: true })

export const insertDepartment = (
  company: Database,
  companyId: string,
  { parent_id, name, sort }: Omit<z.output<typeof departmentRow>, 'dept_id'>,
) =>
  company.one(departmentId)`
    insert into department (company_id, parent_id, name, sort)
    values (${companyId}, ${parent_id}, ${name}, ${sort}) returning id as dept_id`

/** An undefined value leaves a column as it is. */
export const updateDepartment = (
  company: Database,
  companyId: string,
  departmentId: string,
  { parent_id, name }: Changes<Pick<z.output<typeof departmentRow>, 'parent_id' | 'name'>>,
) =>
  company.change`
    update department set ${assigned({ parent_id, name })} where company_id = ${companyId} and id = ${departmentId}`

/** Numbers siblings from 0 in the order given. */
export const orderSiblings = (company: Database, companyId: string, ids: string[]) =>
  company.change`
    update department set sort = place - 1
    from unnest(${ids}::uuid[]) with ordinality as sibling (id, place)
    where company_id = ${companyId} and department.id = sibling.id and sort <> place - 1`

/** Moves the people who are still in `to` back. Returns whom it moved, and where. */
export const moveBack = (
  company: Database,
  companyId: string,
  to: string | null,
  people: { id: string; from: string | null }[],
) =>
  company.rows(movedPerson)`
    update employee set department_id = former.department_id
    from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ from }) => from)}::uuid[])
      as former (employee_id, department_id)
    where company_id = ${companyId} and employee.id = former.employee_id
      and employee.department_id is not distinct from ${to}::uuid
    returning employee.id as employee_id,
      (select name from department where company_id = ${companyId} and id = former.department_id) as department`

const contents = z.object({ people: z.int(), children: z.int() })

export const countInside = (company: Database, companyId: string, id: string) =>
  company.row(contents)`
    select
      (select count(*) from employee where company_id = ${companyId} and department_id = ${id}) as people,
      (select count(*) from department where company_id = ${companyId} and parent_id = ${id}) as children
    from department where company_id = ${companyId} and id = ${id}`

const departmentName = department.schema.pick({ name: true })

/**
 * Locks the templates that name a department, which they lose with it. Applying a template locks it before the department: in the
 * other order the two would deadlock.
 */
export const lockTemplatesInto = (company: Database, companyId: string, departmentId: string) =>
  company.change`
    select from onboarding_template where company_id = ${companyId} and department_id = ${departmentId}
    order by id for no key update`

const dependants = z.object({ templates: z.array(z.string()), tokens: z.array(z.string()), duties: z.int() })

/** Finds what names a department and continues without it: templates, and the tokens and duties that are limited to it. */
export const listDependants = (company: Database, companyId: string, departmentId: string) =>
  company.one(dependants)`
    select array(
        select name from onboarding_template
        where company_id = ${companyId} and department_id = ${departmentId} order by name collate "zh-x-icu", id
      ) as templates, array(
        select name from api_token
        where company_id = ${companyId} and departments @> array[${departmentId}::uuid]
          and ended_at is null and expires_at > now()
        order by id
      ) as tokens, (
        select count(*)::integer from employee_duty
        where company_id = ${companyId} and departments @> array[${departmentId}::uuid]
      ) as duties`

/** Locks a department that is about to be deleted, also against new references. Returns zero when it is gone. */
export const lockDepartment = (transaction: Database, companyId: string, id: string) =>
  transaction.change`select from department where company_id = ${companyId} and id = ${id} for update`

export const deleteDepartment = (company: Database, companyId: string, id: string) =>
  company.row(departmentName)`delete from department where company_id = ${companyId} and id = ${id} returning name`
