import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { deleteLinks, endOpened } from '#server/modules/sign-in/sign-in.sql.ts'

const linked = z.object({ employee_id: id })

/**
 * Ends the company's sign-in of people who are gone from the directory. 企业微信 may assign the id of a deleted person to another, who
 * would be signed in as the former. A sign-in that the holder has linked since then stays.
 */
export async function endGoneLinks(transaction: Database, companyId: string): Promise<void> {
  const found = await transaction.rows(linked)`
    select link.employee_id from sign_in_link link
    join directory_person person on person.company_id = link.company_id and person.employee_id = link.employee_id
    where link.company_id = ${companyId} and person.gone and link.created_at < person.changed_at`
  for (const { employee_id } of found)
    for (const { account_id, name, shown } of await deleteLinks(transaction, companyId, employee_id)) {
      await endOpened(transaction, companyId, [account_id])
      const entry = { action: 'sign_in.unlinked' as const, id: employee_id, name, detail: shown }
      await asCompany(transaction, companyId, company => recordActivity(company, companyId, [entry]))
    }
}
