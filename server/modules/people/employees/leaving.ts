import sql from 'sql-template-tag'
import { id } from '#contract/fields.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import { peopleLeaving } from '../events.ts'
import { reclaim } from '../hours/hours.ts'
import { type Person, person } from '../people.sql.ts'
import { type Actor, lockEmployees, recordLog } from '../people.ts'
import { deleteEmployees } from './employees.sql.ts'

interface Removal {
  companyId: string
  /** These people are locked in this transaction, and none of them is the owner. */
  people: Person[]
  actor: Actor
  ip?: string
  detail?: string
}

/** Takes people out of the company: whole unused days go back, devices are removed. The caller ends their sessions. */
export async function removePeople(company: Database, { companyId, people, actor, ip, detail }: Removal) {
  const ids = people.map(({ employee_id }) => employee_id)
  const reclaimedDays = await reclaim(company, { companyId, people, actor, note: '移除员工' })
  const { devices = 0 } = await peopleLeaving.publish(company, {
    companyId,
    employeeIds: ids,
    actorName: actor.name,
    ip: ip ?? null,
  })
  const removed = await deleteEmployees(company, companyId, ids)
  // This is the last safeguard, should somebody have become owner in spite of the lock.
  if (removed !== ids.length) throw new Error('not everyone who was locked could be removed')
  await recordLog(
    company,
    companyId,
    actor.name,
    people.map(({ employee_id, name, phone }) => ({
      employee_id,
      name,
      action: 'removed',
      detail: detail ?? `${name} ${phone}`,
    })),
  )
  return { removed, reclaimedDays, devices }
}

const leavingPerson = person.pick({ employee_id: true }).extend({ company_id: id })

/** Takes an account that is erased out of its company. It never meets an owner: owners can't erase their account. */
export async function leaveCompany(transaction: Database, accountId: string): Promise<void> {
  const found = await transaction.row(
    leavingPerson,
    sql`select company_id, id as employee_id from employee where account_id = ${accountId} and role <> 'owner'`,
  )
  if (!found) return nothingChanged()
  await asCompany(transaction, found.company_id, async company => {
    const people = await lockEmployees(company, found.company_id, [found.employee_id])
    const actor = { employeeId: found.employee_id, name: people[0]?.name ?? '' }
    await removePeople(company, { companyId: found.company_id, people, actor, detail: '本人注销账号' })
  })
}
