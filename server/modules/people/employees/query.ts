import type { Department, Tree } from '../tree.ts'
import type { EmployeeFilter, EmployeeQuery } from './list.sql.ts'

/**
 * Adds to a filter what has to be known before the query: the departments below one. It waits for them only when the filter names
 * one.
 */
export const queryOf = async (
  companyId: string,
  filter: EmployeeFilter,
  tree: Tree<Department> | Promise<Tree<Department>>,
  /** The departments that the caller is limited to, with all below them. */
  within: readonly string[] | undefined,
): Promise<EmployeeQuery> => ({
  companyId,
  filter: { ...filter, state: filter.state ?? impliedState(filter) },
  departmentIds:
    filter.dept_id || within ? idsBelow(await tree, filter.dept_id ? [filter.dept_id] : (within ?? [])) : undefined,
})

/** Only active people are in service, in lists as in figures, unless another state is requested. */
const impliedState = ({ service }: EmployeeFilter): EmployeeFilter['state'] =>
  service === 'in_service' || service === 'ends_soon' ? 'active' : undefined

const idsBelow = (tree: Tree<Department>, ids: readonly string[]): string[] => [
  ...new Set(ids.flatMap(id => tree.below(id).map(({ dept_id }) => dept_id))),
]
