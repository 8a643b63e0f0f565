import { hasJoined } from '#contract/people.ts'
import type { Database } from '#server/database/database.ts'
import { passGrants } from '#server/modules/lines/grants.ts'
import { updateEmployee } from '#server/modules/people/employees/employees.sql.ts'
import { removePeople } from '#server/modules/people/employees/leaving.ts'
import { findPerson, type Person } from '#server/modules/people/people.sql.ts'
import { recordLog } from '#server/modules/people/people.ts'
import type { Settings } from './directory.sql.ts'
import { listSuperiors, type MirrorPerson } from './mirror.sql.ts'

/** The employees whom one comparison lets go, and those whom it enables again. */
export interface Turnover {
  leaving: ReadonlySet<string>
  returning: ReadonlySet<string>
}

/**
 * Finds the successor for a leaver's lines, by the company's rule: a person who is active after the comparison. A superior who is
 * not passes them on to their own superior.
 */
export async function successorOf(
  company: Database,
  companyId: string,
  { successor, successor_id }: Settings,
  row: MirrorPerson,
  { leaving, returning }: Turnover,
): Promise<Person | undefined> {
  if (successor === 'none') return undefined
  const candidates =
    successor === 'person'
      ? [successor_id ?? []].flat()
      : (await listSuperiors(company, companyId, row.external_id)).map(({ employee_id }) => employee_id)
  for (const candidate of candidates) {
    if (leaving.has(candidate)) continue
    const person = await findPerson(company, companyId, candidate)
    if (person && (person.state === 'active' || returning.has(candidate))) return person
  }
  return undefined
}

/** Removes or disables a person by the company's rule. The invitation of a person who has not joined yet is withdrawn. */
export async function offboard(
  company: Database,
  companyId: string,
  { leaver }: Settings,
  person: Person,
  successor: Person | undefined,
): Promise<'disabled' | 'removed'> {
  const passed =
    successor && hasJoined(person) ? await passGrants(company, companyId, { from: person, to: successor }) : 0
  if (passed && successor)
    await recordLog(company, companyId, [
      { employee_id: person.employee_id, action: 'handed_over', detail: `交给${successor.name}` },
      { employee_id: successor.employee_id, action: 'handed_over', detail: `接手${person.name}` },
    ])
  if (leaver === 'remove' || !hasJoined(person)) {
    await removePeople(company, { companyId, people: [person], detail: '随企业目录', note: '移除员工' })
    return 'removed'
  }
  await updateEmployee(company, companyId, person.employee_id, { state: 'disabled' })
  await recordLog(company, companyId, [{ employee_id: person.employee_id, action: 'disabled', detail: '随企业目录' }])
  return 'disabled'
}
