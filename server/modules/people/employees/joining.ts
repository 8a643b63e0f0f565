import sql from 'sql-template-tag'
import { id } from '#contract/fields.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { person } from '../people.sql.ts'
import { recordLog } from '../people.ts'

const invitedPerson = person.pick({ employee_id: true, name: true }).extend({ company_id: id })

/** Makes whoever has proved to hold an invited phone an active employee, and uses up the invitation. */
export async function joinInvited(transaction: Database, accountId: string): Promise<void> {
  const joined = await transaction.row(
    invitedPerson,
    sql`
      update employee set state = 'active' where account_id = ${accountId} and state = 'invited'
      returning company_id, id as employee_id, name`,
  )
  if (!joined) return
  const { company_id: companyId, employee_id, name } = joined
  await asCompany(transaction, companyId, async company => {
    await company.change(sql`delete from invitation where company_id = ${companyId} and employee_id = ${employee_id}`)
    await recordLog(company, companyId, name, [{ employee_id, action: 'joined' }])
  })
}
