import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { orRefuse } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { countReached, employeesOfGroups, isUsableAt, lineSince, listReached } from './rights.sql.ts'
import { reasonsOf, rightsTo, withPath } from './rights.ts'

/** Returns who may use a line and why, for the company's console and the back office. */
export async function peopleOfLine(
  company: Database,
  companyId: string,
  { svp_id, at, page, page_size }: ParsedOf<'getVplUserList'>,
): Promise<OutputOf<'getVplUserList'>> {
  const line = orRefuse(await lineSince(company, companyId, svp_id), -52001)
  // The future is not known, so the present is used instead.
  const past = at && Date.parse(at) < Date.now() ? at : undefined
  const rights = await rightsTo(company, companyId, svp_id, past)
  const [people, total, usable] = await together(company, database => [
    listReached(database, rights.relations, rights, pageOf({ page, page_size })),
    countReached(database, rights.relations, rights),
    isUsableAt(database, rights.relations, svp_id),
  ])
  const ids = people.map(({ employee_id }) => employee_id)
  const own = Map.groupBy(
    await employeesOfGroups(company, rights.relations, rights.groupIds, ids),
    grant => grant.employee_id,
  )
  const list = people.map(person => ({
    ...withPath(person, rights.tree),
    reasons: reasonsOf(rights, person, own.get(person.employee_id) ?? [], past ? Date.parse(past) : Date.now()),
  }))
  return { list, total, usable, known_since: line.created_at }
}
