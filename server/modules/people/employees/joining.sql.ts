import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { getMemberships } from '#contract/memberships.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { isJoined } from '#server/modules/accounts/membership.sql.ts'
import { isOpen, invitationTerm as term } from '../open-invitation.sql.ts'
import { person } from '../people.sql.ts'

const { membership, invitations } = getMemberships.output.shape

/** `reserved_days` are the days that were reserved for the person until this answer. */
const answered = person
  .pick({ employee_id: true, account_id: true, name: true, reserved_days: true })
  .extend({ company_id: id })
export type Answered = z.output<typeof answered>
const answer = sql`employee.company_id, employee.id as employee_id, employee.account_id, employee.name,
  locked.reserved_days`

/**
 * Locks the rows that an answer changes and reads their present state. `returning old.reserved_days` would not do: on a table with
 * a row trigger before updates, PostgreSQL 18 returns it as it was before the transaction that it waited for.
 */
const lockedInvitation = (accountId: string, companyId: string) => sql`
  with locked as materialized (
    select company_id, id, reserved_days from employee
    where account_id = ${accountId} and company_id = ${companyId} and ${isOpen} for no key update
  )`
const isLocked = sql`employee.company_id = locked.company_id and employee.id = locked.id`

/**
 * Lets in the person, who has agreed; the days that were reserved for them begin now. Guards: the state, against a concurrent
 * withdrawal or answer; that nobody is in two companies, which the unique index ensures against two concurrent answers.
 */
export const join = (transaction: Database, accountId: string, companyId: string) =>
  transaction.row(answered)`
    ${lockedInvitation(accountId, companyId)}
    update employee set state = 'active', reserved_days = 0,
      service_ends_at = case when locked.reserved_days > 0
        then clock_timestamp() + make_interval(hours => 24 * locked.reserved_days) else service_ends_at end
    from locked
    where ${isLocked} and ${isOpen} and not exists (
      select from employee other where other.account_id = ${accountId} and other.state in ('active', 'disabled'))
    returning ${answer}`

export const decline = (transaction: Database, accountId: string, companyId: string) =>
  transaction.row(answered)`
    ${lockedInvitation(accountId, companyId)}
    update employee set state = 'declined', reserved_days = 0 from locked where ${isLocked} and ${isOpen}
    returning ${answer}`

const hasLapsed = sql`state = 'invited' and invited_at <= now() - ${term}`

const lapsingCompany = answered.pick({ company_id: true })

export const companiesLapsing = (system: Database) =>
  system.rows(lapsingCompany)`select distinct company_id from employee where ${hasLapsed} order by company_id`

/** Lets a batch of one company's unanswered invitations lapse. */
export const lapse = (system: Database, companyId: string, batch: number) =>
  system.rows(answered)`
    with locked as materialized (
      select company_id, id, reserved_days from employee
      where company_id = ${companyId} and ${hasLapsed}
      order by id limit ${batch}::integer for update skip locked
    )
    update employee set state = 'lapsed', reserved_days = 0 from locked where ${isLocked}
    returning ${answer}`

export const isElsewhere = (transaction: Database, accountId: string) =>
  holds(transaction, sql`exists (select from employee where account_id = ${accountId} and ${isJoined})`)

export const deleteLink = (company: Database, companyId: string, employeeId: string) =>
  company.change`delete from invitation where company_id = ${companyId} and employee_id = ${employeeId}`

/** Moves a person on the list who has not joined to another account. */
export const repoint = (company: Database, companyId: string, employeeId: string, accountId: string) =>
  company.change`
    update employee set account_id = ${accountId}
    where company_id = ${companyId} and id = ${employeeId} and state in ('invited', 'declined', 'lapsed')`

/** Finds the person's membership, in whichever company it is. */
export const findMembership = (system: Database, accountId: string) =>
  system.row(membership.unwrap())`
    select company.id as company_id, company.name as company_name, employee.name, employee.role, employee.state
    from employee join company on company.id = employee.company_id
    where employee.account_id = ${accountId} and ${isJoined}`

export const openInvitations = (system: Database, accountId: string) =>
  system.rows(invitations.element)`
    select company.id as company_id, company.name as company_name, employee.name, invited_at,
      least(invited_at + ${term}, guest_until) as lapses_at
    from employee join company on company.id = employee.company_id
    where employee.account_id = ${accountId} and ${isOpen}
    order by invited_at desc, company.id limit 50`

const invited = z.object({ employee_id: id })

/** Makes people wait for their answer again. It is guarded against those who have joined. */
export const inviteAgain = (company: Database, companyId: string, ids: string[]) =>
  company.rows(invited)`
    update employee set state = 'invited', invited_at = now()
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and state in ('invited', 'declined', 'lapsed')
    returning id as employee_id`
