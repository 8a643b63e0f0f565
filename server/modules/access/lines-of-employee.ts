import type { ParsedOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { requireEmployees } from '#server/modules/people/people.ts'
import { countGrouped, groupsOfEmployee, listGrouped } from './rights.sql.ts'
import { timesAt } from './rights.ts'

/** Returns one page of the lines that a person may use, each with the groups that grant it. Throws -47001 for an unknown person. */
export async function linesOfEmployee(
  company: Database,
  companyId: string,
  { employee_id, page, page_size }: ParsedOf<'getEmployeeVplList'>,
) {
  await requireEmployees(company, companyId, [employee_id])
  const [granted, tree] = await together(company, database => [
    groupsOfEmployee(database, companyId, employee_id),
    departmentTree(database, companyId),
  ])
  const now = Date.now()
  const groupIds = [...new Set(granted.map(({ group_id }) => group_id))]
  if (!groupIds.length) return { list: [], total: 0 }
  const [lines, total] = await together(company, database => [
    listGrouped(database, companyId, groupIds, pageOf({ page, page_size })),
    countGrouped(database, companyId, groupIds),
  ])
  const list = lines.map(({ group_ids, ...line }) => ({
    ...line,
    reasons: granted
      .filter(({ group_id }) => group_ids.includes(group_id))
      .map(({ dept_id, ...reason }) => ({
        ...reason,
        dept_path: dept_id && tree.pathOf(dept_id),
        ...timesAt(reason, now),
      })),
  }))
  return { list, total }
}
