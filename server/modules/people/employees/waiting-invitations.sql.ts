import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { queueStatement } from '#server/database/transaction.ts'
import { isOpen } from '../open-invitation.sql.ts'
import { person } from '../people.sql.ts'

// A row of this table is changed only with its employee locked, as the text messages' counters are locked after both.

/** Notes that people have got no text message yet. */
export const letWait = (company: Database, companyId: string, employeeIds: string[]) =>
  company.change`
    insert into waiting_invitation (company_id, employee_id)
    select ${companyId}, unnest(${employeeIds}::uuid[]) on conflict do nothing`

export const endWaiting = (transaction: Database, companyId: string, employeeIds: string[]) =>
  queueStatement(
    transaction,
    sql`delete from waiting_invitation where company_id = ${companyId} and employee_id = any(${employeeIds}::uuid[])`,
  )

const waitingCompany = z.object({ company_id: id, name: z.string() })

export const companiesWaiting = (system: Database) =>
  system.rows(waitingCompany)`
    select id as company_id, name from company
    where state <> 'frozen' and exists (select from waiting_invitation where company_id = company.id)
    order by id`

const waiting = person.pick({ employee_id: true, account_id: true, phone: true })

/**
 * Locks the next of a company's people who wait; those whom another transaction has locked are about to be answered or invited. None
 * while the company is frozen, which may have happened since it was listed.
 */
export const lockWaiting = (transaction: Database, companyId: string, most: number) =>
  transaction.rows(waiting)`
    select employee.id as employee_id, account_id, phone
    from waiting_invitation waiting
    join employee on employee.company_id = waiting.company_id and employee.id = waiting.employee_id
    join company on company.id = waiting.company_id and company.state <> 'frozen'
    where waiting.company_id = ${companyId} and ${isOpen}
    order by employee.id limit ${most} for no key update of employee skip locked`

export const countWaiting = (system: Database, companyId: string) =>
  countRows(system, sql`waiting_invitation where company_id = ${companyId}`)
