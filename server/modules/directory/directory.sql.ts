import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { directory, planEntry } from '#contract/records/directory.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

const settings = directory.schema
export type Settings = z.output<typeof settings>

export const findDirectory = (database: Database, companyId: string) =>
  database.row(settings)`
  select source, owns, leaver, successor, successor_id, state, compared_at, problem from directory
  where company_id = ${companyId}`

/** Serializes comparisons and changes of one directory. */
export const lockDirectory = (transaction: Database, companyId: string) =>
  transaction.row(settings)`
  select source, owns, leaver, successor, successor_id, state, compared_at, problem from directory
  where company_id = ${companyId} for update`

type DirectoryInput = Pick<Settings, 'source' | 'owns' | 'leaver' | 'successor' | 'successor_id'>

/** Other rules may remove many people, or overwrite all: nothing more is applied until a manager has accepted their plan. */
export const writeDirectory = (transaction: Database, companyId: string, input: DirectoryInput) =>
  transaction.change`
  insert into directory (company_id, source, owns, leaver, successor, successor_id)
  values (${companyId}, ${input.source}, ${input.owns}, ${input.leaver}, ${input.successor}, ${input.successor_id})
  on conflict (company_id) do update set source = excluded.source, owns = excluded.owns, leaver = excluded.leaver,
    successor = excluded.successor, successor_id = excluded.successor_id,
    state = case
      when (directory.owns, directory.leaver, directory.successor, directory.successor_id)
        is distinct from (excluded.owns, excluded.leaver, excluded.successor, excluded.successor_id) then 'planned'
      else directory.state end`

export const deleteDirectory = (transaction: Database, companyId: string) =>
  transaction.change`delete from directory where company_id = ${companyId}`

export const noteCompared = (transaction: Database, companyId: string) =>
  transaction.change`
  update directory set state = 'active', compared_at = now(), problem = null where company_id = ${companyId}`

/** Nothing more is applied until a manager has accepted a plan again. */
export const halt = (transaction: Database, companyId: string, problem: string) =>
  transaction.change`
  update directory set state = 'planned', problem = ${problem} where company_id = ${companyId} and state = 'active'`

/** Returns zero where it is recorded already, or where the directory waits for a plan. */
export const noteFailed = (transaction: Database, companyId: string, problem: string) =>
  transaction.change`
  update directory set problem = ${problem}
  where company_id = ${companyId} and state = 'active' and problem is distinct from ${problem}`

const counted = z.object({ people: z.int(), departments: z.int() })

export const countMirror = (database: Database, companyId: string) =>
  database.one(counted)`
  select
    (select count(*) from directory_person where company_id = ${companyId} and active)::integer as people,
    (select count(*) from directory_department where company_id = ${companyId} and not gone)::integer as departments`

/** Returns the number of the directory's people who are employees here. */
export const countPlaced = (database: Database, companyId: string) =>
  countRows(database, sql`directory_person where company_id = ${companyId} and employee_id is not null`)

const problem = planEntry.schema.pick({ name: true, detail: true })

export const listProblems = (database: Database, companyId: string, most: number) =>
  database.rows(problem)`
  select name, problem as detail from directory_person
  where company_id = ${companyId} and problem is not null order by changed_at desc, external_id limit ${most}`

const owned = directory.schema.pick({ owns: true })

/** Returns the fields of these people that the directory owns; nothing where it has none of them, or is not active. */
export const ownedOf = (database: Database, companyId: string, employeeIds: readonly string[]) =>
  database.row(owned)`
  select owns from directory
  where company_id = ${companyId} and state = 'active' and exists (
    select from directory_person person
    where person.company_id = ${companyId} and person.employee_id = any(${employeeIds}::uuid[]) and person.active)`

const place = z.object({ department_id: id })

export const findOwnDepartment = (database: Database, companyId: string, departmentId: string) =>
  database.row(place)`
  select department.department_id from directory_department department
  join directory using (company_id)
  where company_id = ${companyId} and department.department_id = ${departmentId} and not department.gone
    and directory.state = 'active'`

const due = z.object({ company_id: id, source: directory.schema.shape.source })

/** Lists the directories of companies that are not frozen, for the nightly comparison. */
export const listActive = (system: Database) =>
  system.rows(due)`
  select directory.company_id, directory.source from directory join company on company.id = directory.company_id
  where directory.state = 'active' and company.state <> 'frozen' order by directory.company_id`
