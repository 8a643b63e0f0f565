import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { type ActivityEntry, recordActivity, type Undo } from '#server/engines/activity/activity.ts'
import type { Membership } from '#server/engines/context.ts'
import { findPeople, findPerson, hasDuty, insertLog, type LogEntry, lockPeople, type Person } from './people.sql.ts'

/**
 * Requires that the sender still acts for the company: a manager, or an employee with a duty, whose calls were already narrowed to
 * those of the duty. Throws -41017 when the role or the duty was removed after the session was read.
 */
export async function requireActing(
  company: Database,
  { companyId, employeeId }: Pick<Membership, 'companyId' | 'employeeId'>,
): Promise<void> {
  const person = await findPerson(company, companyId, employeeId)
  const acts =
    person && (manages(person) || (person.state === 'active' && (await hasDuty(company, companyId, employeeId))))
  if (!acts) throw new Refusal(-41017)
}

export const manages = ({ role, state }: Pick<Person, 'role' | 'state'>) => role !== 'employee' && state === 'active'

/**
 * Locks employees for a change, in the order of their ids, so that two changes of the same people never deadlock. Throws -47001
 * when one is missing.
 */
export async function lockEmployees(company: Database, companyId: string, ids: string[]): Promise<Person[]> {
  const requestedIds = [...new Set(ids)]
  const people = await lockPeople(company, companyId, requestedIds, false)
  if (people.length !== requestedIds.length) throw new Refusal(-47001)
  return people
}

/**
 * Does the same as `lockEmployees` and also locks all managers of the company, so that a decision about people and roles sees the
 * present managers. Throws -41017 when the sender is no longer a manager; two managers who demote each other concurrently can't both
 * succeed.
 */
export async function lockWithManagers(
  company: Database,
  { companyId, employeeId, duty, departments }: Membership,
  ids: string[],
): Promise<{ people: Person[]; managers: Person[] }> {
  const requestedIds = new Set(ids)
  const locked = await lockPeople(company, companyId, [...requestedIds], true)
  const managers = locked.filter(manages)
  // A holder of a duty is no manager; `requireHeldDuty` checks at the end that the duty is still theirs.
  const acts = duty
    ? await findPerson(company, companyId, employeeId)
    : managers.some(({ employee_id }) => employee_id === employeeId)
  if (!acts) throw new Refusal(-41017)
  const people = locked.filter(({ employee_id }) => requestedIds.has(employee_id))
  if (people.length !== requestedIds.size) throw new Refusal(-47001)
  // Guard: a person may have become a manager since `requireWithin`, and managers are outside all departments.
  if (departments && people.some(({ role }) => role !== 'employee')) throw new Refusal(-41054)
  return { people, managers }
}

/** Writes to the people's own logs and the company's activity. Returns the first entry there, by which the change can be undone. */
export async function recordLog(
  company: Database,
  companyId: string,
  entries: LogEntry[],
  undo?: Undo,
): Promise<string | undefined> {
  if (entries.length) await insertLog(company, companyId, entries)
  return recordActivity(company, companyId, await activitiesOf(company, companyId, entries), { undo })
}

async function activitiesOf(company: Database, companyId: string, entries: LogEntry[]): Promise<ActivityEntry[]> {
  const unnamed = entries.flatMap(({ employee_id, name }) => (name === undefined ? [employee_id] : []))
  const people = unnamed.length ? await findPeople(company, companyId, unnamed) : []
  const nameOf = new Map(people.map(({ employee_id, name }) => [employee_id, name]))
  return entries.map(({ employee_id, action, detail, name = nameOf.get(employee_id) ?? '' }) => ({
    action: `employee.${action}`,
    id: employee_id,
    name,
    detail,
  }))
}

/** Reads employees without locking them, for a preview. Throws -47001 when one is missing. */
export async function requireEmployees(company: Database, companyId: string, ids: string[]): Promise<Person[]> {
  const requestedIds = [...new Set(ids)]
  const people = await findPeople(company, companyId, requestedIds)
  if (people.length !== requestedIds.length) throw new Refusal(-47001)
  return people
}
