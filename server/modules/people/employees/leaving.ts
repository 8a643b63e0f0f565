import { id } from '#contract/fields.ts'
import { pseudonymOf } from '#server/core/erased-name.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { loggedAs, nothingChanged } from '#server/engines/activity/context.ts'
import { handOverContact } from '../contact.ts'
import { peopleLeaving } from '../events.ts'
import { reclaim } from '../hours/hours.ts'
import { type Person, person } from '../people.sql.ts'
import { lockEmployees, recordLog } from '../people.ts'
import { deleteEmployees } from './employees.sql.ts'

interface Removal {
  companyId: string
  /** These people are locked in this transaction, and none of them is the owner. */
  people: Person[]
  ip?: string
  /** The action in the log, where nobody removes them. */
  action?: 'left'
  detail?: string
  note?: string
}

/**
 * Takes people off the company's list: whole unused days go back, devices are removed. Their accounts and sessions are their own
 * and live on; every call reads the session's company again, so the company's part is over with the commit
 * (docs/decisions/0013-consent.md).
 */
export async function removePeople(company: Database, removal: Removal) {
  const { companyId, people, ip, action = 'removed', detail, note = '移除员工' } = removal
  const ids = people.map(({ employee_id }) => employee_id)
  const { days: reclaimedDays } = await reclaim(company, { companyId, people, note })
  const { devices = 0 } = await peopleLeaving.publish(company, {
    companyId,
    employeeIds: ids,
    ip: ip ?? null,
  })
  await handOverContact(company, { companyId, employeeIds: ids })
  const removed = await deleteEmployees(company, companyId, ids)
  // The last safeguard, in case a person became the owner in spite of the lock.
  if (removed !== ids.length) throw new Error('not everyone who was locked could be removed')
  await recordLog(
    company,
    companyId,
    people.map(({ employee_id, name, phone }) => ({
      employee_id,
      name,
      action,
      detail: detail ?? `${name} ${phone}`,
    })),
  )
  return { removed, reclaimedDays, devices }
}

const place = person.pick({ employee_id: true, name: true }).extend({ company_id: id })

/** Returns an account's places on lists: the company that it belongs to, and those that have invited it. */
export const findPlaces = (transaction: Database, accountId: string) =>
  transaction.rows(place)`
    select company_id, id as employee_id, name from employee where account_id = ${accountId}
    order by company_id`

/** Takes an erased account off every list. It never meets an owner: owners can't erase their account. */
export async function leaveEverywhere(transaction: Database, accountId: string): Promise<void> {
  const places = await findPlaces(transaction, accountId)
  if (!places.length) return nothingChanged()
  for (const { company_id: companyId, employee_id } of places)
    await asCompany(transaction, companyId, async company => {
      const people = await lockEmployees(company, companyId, [employee_id])
      // The ledger keeps what is written now, so it must not be the name.
      const name = pseudonymOf(employee_id)
      const removal = { companyId, people: people.map(person => ({ ...person, name })), detail: '本人注销账号' }
      await loggedAs(name, () => removePeople(company, removal))
    })
}
