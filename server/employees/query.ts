import type { Department, Tree } from '../departments/tree.ts'
import type { EmployeeFilter, EmployeeQuery } from './list.sql.ts'

/** A filter with what has to be known before the people are looked for: the departments below one. Waits for them only then. */
export const queryOf = async (
  companyId: string,
  filter: EmployeeFilter,
  tree: Tree<Department> | Promise<Tree<Department>>,
): Promise<EmployeeQuery> => ({
  companyId,
  filter,
  departmentIds: filter.dept_id ? (await tree).below(filter.dept_id).map(({ id }) => id) : undefined,
})
