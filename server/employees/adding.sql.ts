import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface Taken {
  phone: string
  state: 'active' | 'disabled' | 'deleted'
  account_id: string
  /** Without one the account is an invitation's that nobody has accepted yet. */
  has_password: boolean
  /** Whose employee the account is. */
  company_id: string | null
}

/** Of all companies: the system's handle. */
export const findTaken = (system: Database, phones: string[]) =>
  system.rows<Taken>(sql`
    select account.phone, account.state, account.id as account_id, account.password_hash is not null as has_password,
      employee.company_id
    from account left join employee on employee.account_id = account.id
    where account.phone = any(${phones})`)

export const jobNumbersInUse = async (company: Database, companyId: string, jobNumbers: string[]) =>
  (
    await company.rows<{ job_number: string }>(sql`
      select job_number from employee where company_id = ${companyId} and job_number = any(${jobNumbers})`)
  ).map(({ job_number }) => job_number)

/** Keeps departments from being deleted until the transaction ends; answers those that are there. */
export const holdDepartments = async (company: Database, companyId: string, ids: string[]) =>
  (
    await company.rows<{ id: string }>(sql`
      select id from department where company_id = ${companyId} and id = any(${ids}) for key share`)
  ).map(({ id }) => id)

// Inserted in the order of the phones, here and below: two that add the same people wait for each other, never in a circle.
export const insertInvitedAccounts = (system: Database, people: { phone: string; name: string }[]) =>
  system.change(sql`
    insert into account (phone, display_name)
    select phone, name
    from unnest(${people.map(({ phone }) => phone)}::text[], ${people.map(({ name }) => name)}::text[]) as given (phone, name)
    order by phone
    on conflict (phone) do nothing`)

export interface NewEmployee {
  accountId: string
  name: string
  jobNumber: string | null
  departmentId: string | null
  deviceLimit: number
  state: 'invited' | 'active'
}

/** Those whom another statement added at the same moment, or whose job number it took, are left out of the answer. */
export const insertEmployees = (company: Database, companyId: string, people: NewEmployee[]) =>
  company.rows<{ id: string; account_id: string }>(sql`
    insert into employee (company_id, account_id, name, job_number, department_id, device_limit, state)
    select ${companyId}, account_id, name, job_number, department_id, device_limit, state
    from unnest(${people.map(({ accountId }) => accountId)}::uuid[], ${people.map(({ name }) => name)}::text[],
      ${people.map(({ jobNumber }) => jobNumber)}::text[], ${people.map(({ departmentId }) => departmentId)}::uuid[],
      ${people.map(({ deviceLimit }) => deviceLimit)}::integer[], ${people.map(({ state }) => state)}::text[])
      with ordinality as given (account_id, name, job_number, department_id, device_limit, state, place)
    order by place
    on conflict do nothing
    returning id, account_id`)

export const companyName = async (company: Database, companyId: string): Promise<string> =>
  (await company.row<{ name: string }>(sql`select name from company where id = ${companyId}`))?.name ?? ''
