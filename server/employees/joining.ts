import sql from 'sql-template-tag'
import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { recordLog } from './people.ts'

/** Whoever has proved to hold an invited phone becomes an active employee; the invitation is used up. */
export async function joinInvited(transaction: Database, accountId: string): Promise<void> {
  const joined = await transaction.row<{ company_id: string; id: string; name: string }>(sql`
    update employee set state = 'active' where account_id = ${accountId} and state = 'invited'
    returning company_id, id, name`)
  if (!joined) return
  const { company_id: companyId, id, name } = joined
  await asCompany(transaction, companyId, async company => {
    await company.change(sql`delete from invitation where company_id = ${companyId} and employee_id = ${id}`)
    await recordLog(company, companyId, name, [{ employeeId: id, action: 'joined' }])
  })
}
