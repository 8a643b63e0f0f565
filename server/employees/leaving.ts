import sql from 'sql-template-tag'
import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { removeDevicesOf } from '../devices/devices.ts'
import { reclaim } from '../hours/hours.ts'
import { deleteEmployees } from './employees.sql.ts'
import type { Person } from './people.sql.ts'
import { type Actor, lockEmployees, recordLog } from './people.ts'

interface Removal {
  companyId: string
  /** Locked in this transaction, none of them the owner. */
  people: Person[]
  actor: Actor
  ip?: string
  detail?: string
}

/** Takes people out of the company: whole unused days back, devices gone. Sessions are the caller's. */
export async function removePeople(company: Database, { companyId, people, actor, ip, detail }: Removal) {
  const ids = people.map(({ id }) => id)
  const reclaimedDays = await reclaim(company, { companyId, people, actor, note: '移除员工' })
  const devices = await removeDevicesOf(company, companyId, ids, actor.name, ip)
  const removed = await deleteEmployees(company, companyId, ids)
  // The last line, should somebody have become owner in spite of the lock.
  if (removed !== ids.length) throw new Error('not everyone who was locked could be removed')
  await recordLog(
    company,
    companyId,
    actor.name,
    people.map(({ id, name, phone }) => ({
      employeeId: id,
      action: 'removed',
      detail: detail ?? `${name} ${phone}`,
    })),
  )
  return { removed, reclaimedDays, devices }
}

/** An account that is erased leaves its company. Owners can't: their account is kept from being erased. */
export async function leaveCompany(transaction: Database, accountId: string): Promise<void> {
  const found = await transaction.row<{ company_id: string; id: string }>(sql`
    select company_id, id from employee where account_id = ${accountId} and role <> 'owner'`)
  if (!found) return
  await asCompany(transaction, found.company_id, async company => {
    const people = await lockEmployees(company, found.company_id, [found.id])
    const actor = { employeeId: found.id, name: people[0]?.name ?? '' }
    await removePeople(company, { companyId: found.company_id, people, actor, detail: '本人注销账号' })
  })
}
