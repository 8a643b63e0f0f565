import type { Database } from '../database/database.ts'
import type { Person } from '../employees/people.sql.ts'
import { type Actor, recordLog } from '../employees/people.ts'
import { Refusal } from '../http/envelope.ts'
import { balanceOf, changeBalance, databaseNow, insertEntries, setServiceEnds } from './hours.sql.ts'
import { day, dayInChina, extension, unusedDays } from './service-time.ts'

/** Person-days the company can still hand out. */
export const serviceBalance = balanceOf

interface Change {
  companyId: string
  /** Locked by `lockEmployees`, in this transaction: what they have is what is reckoned with. */
  people: Person[]
  actor: Actor
  note?: string
}

interface Assignment extends Change {
  wanted: { days: number } | { until: Date }
}

/** What an assignment would do: whom it extends, until when, at what cost. */
export function planAssignment({ people, wanted }: Pick<Assignment, 'people' | 'wanted'>, now: number) {
  const planned = people.flatMap(person => {
    const extended = extension(person.service_ends_at, wanted, now)
    return extended ? [{ person, ...extended }] : []
  })
  return { planned, cost: planned.reduce((sum, { cost }) => sum + cost, 0) }
}

/** Takes the days from the balance, or throws -47030 with the days that are missing and changes nothing. */
export async function assign(company: Database, { companyId, people, actor, note = '', wanted }: Assignment) {
  const { planned, cost } = planAssignment({ people, wanted }, await databaseNow(company))
  if (!cost) throw new Refusal(-47031)
  const balance = await changeBalance(company, companyId, -cost)
  if (balance === undefined) throw new Refusal(-47030, cost - (await balanceOf(company, companyId)))
  await setServiceEnds(
    company,
    companyId,
    planned.map(({ person, endsAt }) => ({ id: person.id, endsAt })),
  )
  await insertEntries(company, companyId, {
    kind: 'assignment',
    bookings: planned.map(({ person, cost }) => booking(person, -cost)),
    balance,
    actorName: actor.name,
    note,
  })
  await recordLog(
    company,
    companyId,
    actor.name,
    planned.map(({ person, cost, endsAt }) => ({
      employeeId: person.id,
      action: 'assigned',
      detail: `${cost} 天，至 ${dayInChina(endsAt)}`,
    })),
  )
  return { planned, cost, balance }
}

/** Who has how many whole days unused. */
export function planReclaim(people: Person[], now: number) {
  const planned = people.flatMap(person => {
    const days = unusedDays(person.service_ends_at, now)
    return days && person.service_ends_at
      ? [{ person, days, endsAt: new Date(person.service_ends_at.getTime() - days * day) }]
      : []
  })
  return { planned, days: planned.reduce((sum, { days }) => sum + days, 0) }
}

/** Gives whole unused days back to the balance; the day that has begun stays with the person. Answers the days. */
export async function reclaim(company: Database, { companyId, people, actor, note = '' }: Change): Promise<number> {
  const { planned, days } = planReclaim(people, await databaseNow(company))
  if (!days) return 0
  const balance = await changeBalance(company, companyId, days)
  if (balance === undefined) throw new Error('a balance can only rise by a reclaim')
  await setServiceEnds(
    company,
    companyId,
    planned.map(({ person, endsAt }) => ({ id: person.id, endsAt })),
  )
  await insertEntries(company, companyId, {
    kind: 'reclaim',
    bookings: planned.map(({ person, days }) => booking(person, days)),
    balance,
    actorName: actor.name,
    note,
  })
  await recordLog(
    company,
    companyId,
    actor.name,
    planned.map(({ person, days }) => ({ employeeId: person.id, action: 'reclaimed', detail: `${days} 天` })),
  )
  return days
}

interface Credit {
  companyId: string
  /** What a gift or correction takes away is negative; below zero it is refused with -47030. */
  days: number
  kind: 'purchase' | 'gift' | 'correction'
  actorName: string
  note: string
}

/** Days that come in from outside: a purchase, a gift, a correction. Answers the balance. */
export async function creditService(database: Database, { companyId, days, ...entry }: Credit): Promise<number> {
  const balance = await changeBalance(database, companyId, days)
  if (balance === undefined) throw new Refusal(-47030, -days - (await balanceOf(database, companyId)))
  await insertEntries(database, companyId, {
    ...entry,
    bookings: [{ days, employeeId: null, employeeName: null }],
    balance,
  })
  return balance
}

const booking = ({ id, name }: Person, days: number) => ({ days, employeeId: id, employeeName: name })
