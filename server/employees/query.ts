import type { Database } from '../database/database.ts'
import type { Department, Tree } from '../departments/tree.ts'
import { type EmployeeFilter, type EmployeeQuery, findByKeyword } from './employees.sql.ts'

/** A filter with what has to be known before the people are looked for: the departments below one, and who has the keyword. */
export async function queryOf(
  company: Database,
  companyId: string,
  filter: EmployeeFilter,
  tree: Tree<Department>,
): Promise<EmployeeQuery> {
  return {
    companyId,
    filter,
    departmentIds: filter.dept_id ? tree.below(filter.dept_id).map(({ id }) => id) : undefined,
    keywordIds: filter.keyword ? await findByKeyword(company, filter.keyword) : undefined,
  }
}
