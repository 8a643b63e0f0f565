import type { OutputOf } from '#contract/index.ts'
import { orRefuse } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { countReached, relations } from '#server/modules/access/rights.sql.ts'
import { rightsOf, withPath } from '#server/modules/access/rights.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { departmentsOf, employeesOf, findGroup, linesOf } from './groups.sql.ts'

/** Returns a group with its lines and members, for its company's console and the back office. */
export async function groupDetail(
  company: Database,
  companyId: string,
  groupId: string,
): Promise<OutputOf<'getVplGroupDetail'>> {
  const group = orRefuse(await findGroup(company, companyId, groupId), -52010)
  const [lines, departments, employees, tree] = await together(company, database => [
    linesOf(database, companyId, groupId),
    departmentsOf(database, companyId, groupId),
    employeesOf(database, companyId, groupId),
    departmentTree(database, companyId),
  ])
  const rights = await rightsOf(company, relations(companyId, undefined), tree, [group])
  return {
    ...group,
    lines,
    departments: departments.map(row => ({ ...row, dept_path: tree.pathOf(row.dept_id) })),
    employees: employees.map(row => withPath(row, tree)),
    people: await countReached(company, rights.relations, rights),
  }
}
