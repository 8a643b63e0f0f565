import { getInvitation } from '#contract/employees.ts'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { isOpen } from '../open-invitation.sql.ts'

const invitation = getInvitation.output.extend({ company_id: id, account_id: id })

/** Finds an invitation of any company, since only the token is known, as long as it can be accepted. */
export const findInvitation = (system: Database, tokenHash: Buffer) =>
  system.row(invitation)`
  select account.phone, employee.name, company.name as company_name,
    least(invitation.expires_at, employee.guest_until) as expires_at, company.id as company_id, account.id as account_id
  from invitation
  join employee on employee.company_id = invitation.company_id and employee.id = invitation.employee_id
  join account on account.id = employee.account_id
  join company on company.id = invitation.company_id
  where invitation.token_hash = ${tokenHash} and invitation.expires_at > now() and ${isOpen}
    and account.state = 'active' and account.password_hash is null`

/**
 * Deletes the invitation. Guard: of two concurrent acceptances of one link only one deletes it. The employee is locked first, as
 * for every removal or invitation of the person: in the other order the two would deadlock.
 */
export const spendInvitation = (system: Database, tokenHash: Buffer) =>
  system.change`
    with locked as materialized (
      select employee.company_id, employee.id from invitation
      join employee on employee.company_id = invitation.company_id and employee.id = invitation.employee_id
      where invitation.token_hash = ${tokenHash} for no key update of employee
    )
    delete from invitation using locked
    where invitation.company_id = locked.company_id and invitation.employee_id = locked.id
      and invitation.token_hash = ${tokenHash} and invitation.expires_at > now()`
