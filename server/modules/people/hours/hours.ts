import type { ActivityName } from '#contract/activity-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina, daysAfter, extension, unusedDays } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import type { Person } from '../people.sql.ts'
import { type Actor, recordLog } from '../people.ts'
import { assignmentUndo } from '../undo.ts'
import { balanceOf, changeBalance, databaseNow, insertEntries, setServiceEnds } from './hours.sql.ts'

/** Returns the person-days that the company can still hand out. */
export const serviceBalance = balanceOf

interface Change {
  companyId: string
  /**
   * `lockEmployees` has locked these people in this transaction, so that the days reckoned with are the days they have.
   */
  people: Person[]
  actor: Actor
  note?: string
}

interface Assignment extends Change {
  wanted: { days: number } | { until: string }
  /** This makes the assignment one that can be taken back for some minutes. */
  undo?: true
}

/** Says what an assignment would do: whom it extends, until when, at what cost. */
export function planAssignment({ people, wanted }: Pick<Assignment, 'people' | 'wanted'>, now: number) {
  const planned = people.flatMap(person => {
    const extended = extension(person.service_ends_at, wanted, now)
    return extended ? [{ person, ...extended }] : []
  })
  return { planned, cost: planned.reduce((sum, { cost }) => sum + cost, 0) }
}

/** Takes the days from the balance, or throws -47030 with the days that are missing and changes nothing. */
export async function assign(company: Database, { companyId, people, actor, note = '', wanted, undo }: Assignment) {
  const { planned, cost } = planAssignment({ people, wanted }, await databaseNow(company))
  if (!cost) throw new Refusal(-47031)
  const balance = await changeBalance(company, companyId, -cost)
  if (balance === undefined) throw new Refusal(-47030, cost - (await balanceOf(company, companyId)))
  await setServiceEnds(
    company,
    companyId,
    planned.map(({ person, endsAt }) => ({ ...person, service_ends_at: endsAt })),
  )
  await insertEntries(
    company,
    companyId,
    {
      kind: 'assignment',
      balance_after: balance,
      actor_name: actor.name,
      note,
    },
    planned.map(({ person, cost }) => booking(person, -cost)),
  )
  const activityId = await recordLog(
    company,
    companyId,
    actor.name,
    planned.map(({ person, cost, endsAt }) => ({
      employee_id: person.employee_id,
      action: 'assigned',
      detail: `${cost} 天，至 ${dayInChina(endsAt)}`,
    })),
    undo && undoOf(planned),
  )
  return { planned, cost, balance, activityId }
}

const undoOf = (planned: ReturnType<typeof planAssignment>['planned']) =>
  assignmentUndo.offer({
    people: planned.map(({ person, cost, endsAt }) => ({
      id: person.employee_id,
      days: cost,
      before: person.service_ends_at,
      after: endsAt,
    })),
  })

/** Says who has how many whole days unused. */
export function planReclaim(people: Person[], now: number) {
  const planned = people.flatMap(person => {
    const days = unusedDays(person.service_ends_at, now)
    return days && person.service_ends_at ? [{ person, days, endsAt: daysAfter(person.service_ends_at, -days) }] : []
  })
  return { planned, days: planned.reduce((sum, { days }) => sum + days, 0) }
}

/** Gives whole unused days back to the balance; the day that has begun stays with the person. Returns the days. */
export async function reclaim(company: Database, { companyId, people, actor, note = '' }: Change): Promise<number> {
  const { planned, days } = planReclaim(people, await databaseNow(company))
  if (!days) {
    nothingChanged()
    return 0
  }
  const balance = await changeBalance(company, companyId, days)
  if (balance === undefined) throw new Error('a balance can only rise by a reclaim')
  await setServiceEnds(
    company,
    companyId,
    planned.map(({ person, endsAt }) => ({ ...person, service_ends_at: endsAt })),
  )
  await insertEntries(
    company,
    companyId,
    {
      kind: 'reclaim',
      balance_after: balance,
      actor_name: actor.name,
      note,
    },
    planned.map(({ person, days }) => booking(person, days)),
  )
  await recordLog(
    company,
    companyId,
    actor.name,
    planned.map(({ person, days }) => ({ employee_id: person.employee_id, action: 'reclaimed', detail: `${days} 天` })),
  )
  return days
}

interface Credit {
  companyId: string
  /** The number is negative when a gift or correction takes days away; a balance below zero is refused with -47030. */
  days: number
  kind: 'purchase' | 'gift' | 'correction'
  actorName: string
  note: string
}

const credits = {
  purchase: 'company.hours_purchased',
  gift: 'company.hours_gifted',
  correction: 'company.hours_corrected',
} as const satisfies Record<Credit['kind'], ActivityName>

/** Books days that come in from outside: a purchase, a gift, a correction. Returns the balance. */
export async function creditService(
  database: Database,
  { companyId, days, kind, actorName, note }: Credit,
): Promise<number> {
  const balance = await changeBalance(database, companyId, days)
  if (balance === undefined) throw new Refusal(-47030, -days - (await balanceOf(database, companyId)))
  await insertEntries(
    database,
    companyId,
    {
      kind,
      balance_after: balance,
      actor_name: actorName,
      note,
    },
    [{ days, employee_id: null, employee_name: null }],
  )
  const detail = `${days} 天，余额 ${balance} 天${note && `：${note}`}`
  await recordActivity(database, companyId, [{ action: credits[kind], id: companyId, name: '', detail }], { actorName })
  return balance
}

const booking = ({ employee_id, name }: Person, days: number) => ({ days, employee_id, employee_name: name })
