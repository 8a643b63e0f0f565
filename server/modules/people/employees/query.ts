import type { Department, Tree } from '../tree.ts'
import type { EmployeeFilter, EmployeeQuery } from './list.sql.ts'

/**
 * Adds to a filter what has to be known before the people are looked for: the departments below one. It waits for them
 * only when the filter names one.
 */
export const queryOf = async (
  companyId: string,
  filter: EmployeeFilter,
  tree: Tree<Department> | Promise<Tree<Department>>,
): Promise<EmployeeQuery> => ({
  companyId,
  filter,
  departmentIds: filter.dept_id ? (await tree).below(filter.dept_id).map(({ dept_id }) => dept_id) : undefined,
})
