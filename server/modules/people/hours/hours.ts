import type { ActivityName } from '#contract/activity-names.ts'
import { hasJoined } from '#contract/people.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina, daysAfter, extension, unusedDays } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import type { Person } from '../people.sql.ts'
import { recordLog } from '../people.ts'
import { assignmentUndo, reclaimUndo } from '../undo.ts'
import { booking, giveBack, takeDays } from './bookings.ts'
import {
  balanceOf,
  changeBalance,
  clearReserved,
  databaseNow,
  insertEntries,
  raiseReserved,
  setServiceEnds,
} from './hours.sql.ts'

/** Returns the person-days that the company can still assign. */
export const serviceBalance = balanceOf

interface Change {
  companyId: string
  /** `lockEmployees` has locked these people in this transaction, so that the computed days are the ones they have. */
  people: Person[]
  note?: string
  /** Makes the change undoable for some minutes. */
  undo?: true
}

interface Assignment extends Change {
  amount: { days: number } | { until: string }
}

/**
 * Plans an assignment: the people that it extends, until when, the people for whom it reserves days until they agree, and the cost.
 * Throws -47008 for a person whose invitation is over, and -41003 where days would be reserved until a day.
 */
export function planAssignment({ people, amount }: Pick<Assignment, 'people' | 'amount'>, now: number) {
  const waiting = people.filter(person => !hasJoined(person))
  const over = waiting.filter(({ state }) => state !== 'invited')
  if (over.length) throw new Refusal(-47008, someNames(over))
  if (waiting.length && !('days' in amount)) throw new Refusal(-41003, 'until', '待加入的人请按天数预留：自同意时起算')
  const reserving = waiting.map(person => ({ person, cost: 'days' in amount ? amount.days : 0 }))
  const planned = people.filter(hasJoined).flatMap(person => {
    const extended = extension(person.service_ends_at, amount, now)
    return extended ? [{ person, ...extended }] : []
  })
  return { planned, reserving, cost: [...planned, ...reserving].reduce((sum, { cost }) => sum + cost, 0) }
}

/** Takes the days from the balance, or throws -47030 with the number of missing days and changes nothing. */
export async function assign(company: Database, { companyId, people, note = '', amount, undo }: Assignment) {
  const { planned, reserving, cost } = planAssignment({ people, amount }, await databaseNow(company))
  if (!cost) throw new Refusal(-47031)
  const balance = await takeDays(company, companyId, cost)
  await setServiceEnds(
    company,
    companyId,
    planned.map(({ person, endsAt }) => ({ ...person, service_ends_at: endsAt })),
  )
  const reserved = 'days' in amount ? await raiseReserved(company, companyId, idsOf(reserving), amount.days) : []
  // Guard: an invitation that is answered or lapses concurrently reserves no days.
  const unreserved = reserving.filter(({ person }) => !reserved.some(at => at.employee_id === person.employee_id))
  if (unreserved.length) throw new Refusal(-47008, someNames(unreserved.map(({ person }) => person)))
  await insertEntries(company, companyId, { kind: 'assignment', balance_after: balance, note }, [
    ...planned.map(({ person, cost }) => booking(person, -cost)),
    ...reserving.map(({ person, cost }) => booking(person, -cost)),
  ])
  const activityId = await recordLog(
    company,
    companyId,
    [
      ...planned.map(({ person, cost, endsAt }) => assignedEntry(person, `${cost} 天，至 ${dayInChina(endsAt)}`)),
      ...reserving.map(({ person, cost }) => assignedEntry(person, `预留 ${cost} 天，自同意加入时起算`)),
    ],
    undo &&
      assignmentUndo.offer({
        people: planned.map(({ person, cost, endsAt }) => ({
          id: person.employee_id,
          days: cost,
          before: person.service_ends_at,
          after: endsAt,
        })),
        reserved: reserved.map(({ employee_id, reserved_days, invited_at }) => ({
          id: employee_id,
          days: 'days' in amount ? amount.days : 0,
          after: reserved_days,
          invited_at,
        })),
      }),
  )
  return { planned, employees: planned.length + reserving.length, cost, balance, activityId }
}

/** Returns the number of whole days that each person has unused, or reserved until they agree. */
export function planReclaim(people: Person[], now: number) {
  const planned = people.flatMap(person => {
    const unused = unusedDays(person.service_ends_at, now)
    const days = unused + person.reserved_days
    const endsAt = person.service_ends_at && daysAfter(person.service_ends_at, -unused)
    return days ? [{ person, days, endsAt }] : []
  })
  return { planned, days: planned.reduce((sum, { days }) => sum + days, 0) }
}

/**
 * Returns whole unused days to the balance, and all that are reserved for people who have yet to agree; the day that has begun
 * stays with the person.
 */
export async function reclaim(
  company: Database,
  { companyId, people, note = '', undo }: Change,
): Promise<{ days: number; activityId?: string | undefined }> {
  const { planned, days } = planReclaim(people, await databaseNow(company))
  if (!days) {
    nothingChanged()
    return { days: 0 }
  }
  await setServiceEnds(
    company,
    companyId,
    planned.map(({ person, endsAt }) => ({ ...person, service_ends_at: endsAt })),
  )
  const reserved = planned.flatMap(({ person }) => (person.reserved_days ? [person] : []))
  const cleared = reserved.length ? await clearReserved(company, companyId, reserved) : []
  if (cleared.length !== reserved.length) throw new Error('days that are kept for somebody who is locked have changed')
  const offered =
    undo &&
    reclaimUndo.offer({
      people: planned.flatMap(
        ({ person: { employee_id: id, service_ends_at: before, reserved_days }, days, endsAt }) =>
          before && endsAt && days > reserved_days ? [{ id, days: days - reserved_days, before, after: endsAt }] : [],
      ),
      reserved: cleared.map(({ employee_id: id, invited_at }) => ({
        id,
        days: reserved.find(person => person.employee_id === id)?.reserved_days ?? 0,
        invited_at,
      })),
    })
  const activityId = await giveBack(
    company,
    { companyId, note, undo: offered },
    planned.map(({ person, days }) => ({ person, days })),
  )
  return { days, activityId }
}

interface Credit {
  companyId: string
  /**
   * Negative when a gift is reversed as if it had not been given, or when a correction takes days away. A balance below zero is
   * refused with -47030.
   */
  days: number
  kind: 'purchase' | 'gift' | 'correction'
  note: string
}

const credits = {
  purchase: 'company.hours_purchased',
  gift: 'company.hours_gifted',
  correction: 'company.hours_corrected',
} as const satisfies Record<Credit['kind'], ActivityName>

/** Books days from outside: a purchase, a gift, a correction. Returns the balance. */
export async function creditService(database: Database, { companyId, days, kind, note }: Credit): Promise<number> {
  const balance = await changeBalance(database, companyId, days)
  if (balance === undefined) throw new Refusal(-47030, -days - (await balanceOf(database, companyId)))
  await insertEntries(database, companyId, { kind, balance_after: balance, note }, [
    { days, employee_id: null, employee_name: null },
  ])
  const detail = `${days} 天，余额 ${balance} 天${note && `：${note}`}`
  const action = days < 0 ? credits.correction : credits[kind]
  await recordActivity(database, companyId, [{ action, id: companyId, name: '', detail }])
  return balance
}

const idsOf = (planned: { person: Person }[]) => planned.map(({ person }) => person.employee_id)

const assignedEntry = ({ employee_id }: Person, detail: string) => ({
  employee_id,
  action: 'assigned' as const,
  detail,
})

/** Names people in a refusal. */
export const someNames = (people: Pick<Person, 'name'>[]): string => {
  const names = people.map(({ name }) => name)
  return names.length > 3 ? `${names.slice(0, 3).join('、')}等` : names.join('、')
}
