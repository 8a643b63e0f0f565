import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { asSystem } from '#server/engines/activity/context.ts'
import { isJoined } from '#server/modules/accounts/membership.sql.ts'

interface Leaving {
  companyId: string
  /** People who are still on the list, none of them the owner any more. */
  employeeIds: string[]
}

/**
 * A company's contact is at first its verified owner. A person who leaves the company, or hands it over, is replaced by the owner,
 * whose phone also replaces theirs. A name that another person of the company bears may be that person's and stays. People who
 * never joined are ignored: the managers may have named an outsider whose invitation they withdraw.
 */
export async function handOverContact(company: Database, { companyId, employeeIds }: Leaving): Promise<void> {
  const changed = await company.change`
    update company set contact_name = owner.name,
      contact_phone = case when contact_phone = any(leaving.phones) then owner.phone else contact_phone end
    from employee owner, (
      select coalesce(array_agg(name), '{}') as names, coalesce(array_agg(phone), '{}') as phones
      from employee where company_id = ${companyId} and id = any(${employeeIds}::uuid[]) and ${isJoined}
    ) as leaving
    where company.id = ${companyId} and owner.company_id = ${companyId} and owner.role = 'owner'
      and (contact_phone = any(leaving.phones) or contact_name = any(leaving.names) and not exists (
        select from employee other where other.company_id = ${companyId} and other.name = contact_name
          and other.id <> all(${employeeIds}::uuid[])))`
  if (changed) await recordContact(company, companyId)
}

const recordContact = (database: Database, companyId: string) => {
  const entry = { action: 'company.changed' as const, id: companyId, name: '', detail: '联系人改为所有者' }
  return recordActivity(database, companyId, [entry])
}

const reached = z.object({ company_id: id })

/** Companies that the account has left may still have it as their contact. The act is recorded without an actor. */
export async function eraseContact(database: Database, phone: string): Promise<void> {
  const companies = await database.rows(reached)`
    update company set contact_name = coalesce(owner.name, ''), contact_phone = coalesce(owner.phone, '')
    from company as reached left join employee owner on owner.company_id = reached.id and owner.role = 'owner'
    where reached.contact_phone = ${phone} and company.id = reached.id
    returning company.id as company_id`
  for (const { company_id } of companies) await asSystem(() => recordContact(database, company_id))
}
