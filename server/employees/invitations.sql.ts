import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface Invitation {
  account_id: string
  phone: string
  name: string
  company_name: string
  expires_at: Date
}

/** Of whatever company: the token is all that is known. Only while it can be accepted. */
export const findInvitation = (system: Database, tokenHash: Buffer) =>
  system.row<Invitation>(sql`
    select account.id as account_id, account.phone, employee.name, company.name as company_name, invitation.expires_at
    from invitation
    join employee on employee.company_id = invitation.company_id and employee.id = invitation.employee_id
    join account on account.id = employee.account_id
    join company on company.id = invitation.company_id
    where invitation.token_hash = ${tokenHash} and invitation.expires_at > now() and employee.state = 'invited'
      and account.state = 'active' and account.password_hash is null`)

/** Of two that accept one link at once, one deletes it. */
export const spendInvitation = (system: Database, tokenHash: Buffer) =>
  system.change(sql`delete from invitation where token_hash = ${tokenHash} and expires_at > now()`)
