import type { EmployeeAction } from '#contract/people.ts'
import { violatedConstraint } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import type { Membership } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { findPeople, findPerson, insertLog, lockPeople, type Person, setDepartments } from './people.sql.ts'

/** Who changes something, as logs name them. */
export interface Actor {
  employeeId: string
  name: string
}

/** The acting manager; -41017 when the role was taken away since the session was read. */
export async function actorOf(
  company: Database,
  { companyId, employeeId }: Pick<Membership, 'companyId' | 'employeeId'>,
): Promise<Actor> {
  const person = await findPerson(company, companyId, employeeId)
  if (!person || !manages(person)) throw new Refusal(-41017)
  return { employeeId, name: person.name }
}

export const manages = ({ role, state }: Pick<Person, 'role' | 'state'>) => role !== 'employee' && state === 'active'

/**
 * Locks employees for a change, in the order of their ids, so that two changes of the same people wait for each other
 * and never in a circle. Throws -47001 when one is missing.
 */
export async function lockEmployees(company: Database, companyId: string, ids: string[]): Promise<Person[]> {
  const wanted = [...new Set(ids)]
  const people = await lockPeople(company, companyId, wanted, false)
  if (people.length !== wanted.length) throw new Refusal(-47001)
  return people
}

/**
 * As lockEmployees, with all managers of the company: what decides over people and roles sees who manages at that moment.
 * Throws -41017 when the actor has ceased to; two managers who demote each other at once can't both succeed.
 */
export async function lockWithManagers(
  company: Database,
  { companyId, employeeId }: Membership,
  ids: string[],
): Promise<{ actor: Actor; people: Person[]; managers: Person[] }> {
  const wanted = new Set(ids)
  const locked = await lockPeople(company, companyId, [...wanted], true)
  const managers = locked.filter(manages)
  const actor = managers.find(({ id }) => id === employeeId)
  if (!actor) throw new Refusal(-41017)
  const people = locked.filter(({ id }) => wanted.has(id))
  if (people.length !== wanted.size) throw new Refusal(-47001)
  return { actor: { employeeId, name: actor.name }, people, managers }
}

export interface LogEntry {
  employeeId: string
  action: EmployeeAction
  detail?: string
}

export async function recordLog(
  company: Database,
  companyId: string,
  actorName: string,
  entries: LogEntry[],
): Promise<void> {
  if (entries.length) await insertLog(company, companyId, actorName, entries)
}

/** Without a lock, for a preview. Throws -47001 when one is missing. */
export async function requireEmployees(company: Database, companyId: string, ids: string[]): Promise<Person[]> {
  const wanted = [...new Set(ids)]
  const people = await findPeople(company, companyId, wanted)
  if (people.length !== wanted.length) throw new Refusal(-47001)
  return people
}

interface Move {
  companyId: string
  employeeIds: string[]
  deptId: string | null
  actor: Actor
}

/** Answers how many were elsewhere before. */
export async function moveToDepartment(
  company: Database,
  { companyId, employeeIds, deptId, actor }: Move,
): Promise<number> {
  const people = await lockEmployees(company, companyId, employeeIds)
  const moving = people.filter(person => person.department_id !== deptId).map(({ id }) => id)
  try {
    const moved = await setDepartments(company, companyId, moving, deptId)
    await recordLog(
      company,
      companyId,
      actor.name,
      moved.map(({ id, department }) => ({ employeeId: id, action: 'moved', detail: department ?? '未分配部门' })),
    )
    return moved.length
  } catch (error) {
    // The department's reference: deleted, or another company's.
    if (violatedConstraint(error)) throw new Refusal(-46001)
    throw error
  }
}
