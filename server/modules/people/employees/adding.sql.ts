import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import { employee } from '#contract/records/employee.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'
import { employeeColumns, type Person, person } from '../people.sql.ts'

const holder = z.object({
  phone: z.string(),
  account_id: id,
  /** An account without a password was created by an invitation that nobody has accepted yet. */
  has_password: z.boolean(),
  /** The holder's state in the requesting company, if the holder is on its list. */
  state_here: employee.schema.shape.state.nullable(),
})
/** The account that has a phone. */
export type Holder = z.output<typeof holder>

/** Finds the holders in all companies, so it needs the system's handle. */
export const findHolders = (system: Database, companyId: string, phones: string[]) =>
  system.rows(holder)`
    select account.phone, account.id as account_id, account.password_hash is not null as has_password, listed.state as state_here
    from account left join employee listed on listed.account_id = account.id and listed.company_id = ${companyId}
    where account.phone = any(${phones})`

const group = z.object({ group_id: id, name: z.string(), people: z.int() })
/** A line group, with the number of its individual members. */
export type Group = z.output<typeof group>

export const groupsOf = (company: Database, companyId: string) =>
  company.rows(group)`
    select id as group_id, name, (
      select count(*)::integer from line_group_employee held
      where held.company_id = ${companyId} and held.group_id = line_group.id) as people
    from line_group where company_id = ${companyId} order by name collate "zh-x-icu", id`

const usedNumber = z.object({ job_number: z.string() })

export const jobNumbersInUse = async (company: Database, companyId: string, jobNumbers: string[]) =>
  (
    await company.rows(
      usedNumber,
    )`select job_number from employee where company_id = ${companyId} and job_number = any(${jobNumbers})`
  ).map(({ job_number }) => job_number)

const heldDepartment = z.object({ id })

/** Locks departments against deletion until the transaction ends. Returns those that exist. */
export const holdDepartments = async (company: Database, companyId: string, ids: string[]) =>
  (
    await company.rows(
      heldDepartment,
    )`select id from department where company_id = ${companyId} and id = any(${ids}) for key share`
  ).map(({ id }) => id)

// Accounts are inserted in the order of the phones, here and below: two transactions that add the same people wait for each other,
// but never deadlock.
export const insertInvitedAccounts = (system: Database, people: Draft[]) =>
  system.change`
    insert into account (phone, display_name)
    select phone, name
    from ${values(people, { phone: 'text', name: 'text' })}
    order by phone
    on conflict (phone) do nothing`

/** A person to be added, in the form that the call and the import share. */
export type Draft = ParsedOf<'addCompanyUser'>['employees'][number]
type NewEmployee = Draft & Pick<Person, 'account_id' | 'device_limit'>

const inserted = person.pick({ employee_id: true, account_id: true })

/**
 * Puts people on the company's list, where they wait until they agree. Omits from the result those whom a concurrent statement
 * added, or whose job number it took.
 */
export const insertEmployees = (company: Database, companyId: string, people: NewEmployee[]) =>
  company.rows(inserted)`
    insert into employee (company_id, account_id, name, job_number, position, department_id, device_limit, guest_until, state)
    select ${companyId}, account_id, name, job_number, position, dept_id, device_limit, guest_until, 'invited'
    from ${values(people, { account_id: 'uuid', name: 'text', job_number: 'text', position: 'text', dept_id: 'uuid', device_limit: 'integer', guest_until: 'timestamptz' })}
    order by place
    on conflict do nothing
    returning ${selectList(inserted, employeeColumns)}`

const invitedAccount = holder.omit({ state_here: true })

export const findInvitedAccounts = (system: Database, ids: string[]) =>
  system.rows(invitedAccount)`
    select id as account_id, phone, password_hash is not null as has_password from account where id = any(${ids}::uuid[])`

const namedCompany = z.object({ name: z.string() })

export const companyName = async (company: Database, companyId: string): Promise<string> =>
  (await company.row(namedCompany)`select name from company where id = ${companyId}`)?.name ?? ''

export const hasTemplate = (company: Database, companyId: string, templateId: string) =>
  holds(company, sql`exists (select from onboarding_template where company_id = ${companyId} and id = ${templateId})`)
